import { expect, type Locator } from '@playwright/test';
import type { MessageFormatter } from './languages.ts';

/** One of the home page's carousels. */
export class Carousel {
  readonly next: Locator;
  readonly previous: Locator;
  readonly pause: Locator;
  readonly play: Locator;

  constructor(
    readonly region: Locator,
    private readonly message: MessageFormatter,
  ) {
    this.next = this.#button(message('offers.carousel.next'));
    this.previous = this.#button(message('offers.carousel.previous'));
    this.pause = this.#button(message('offers.carousel.pause'));
    this.play = this.#button(message('offers.carousel.play'));
  }

  /** Returns a slide by its position, counted from 1. */
  slide(position: number): Locator {
    return this.region.getByRole('link').nth(position - 1);
  }

  count(): Promise<number> {
    return this.region.getByRole('link').count();
  }

  dot(position: number): Locator {
    return this.#button(this.message('offers.carousel.goTo', { place: position }));
  }

  /** Expects a slide to be in view and its dot to be current. */
  async shows(position: number): Promise<void> {
    await expect(this.slide(position)).toBeInViewport({ ratio: 0.95 });
    await expect(this.dot(position)).toHaveAttribute('aria-current', 'true');
    for (let other = 1; other <= (await this.count()); other += 1) {
      if (other === position) continue;
      await expect(this.slide(other)).not.toBeInViewport({ ratio: 0.05 });
      await expect(this.dot(other)).not.toHaveAttribute('aria-current', 'true');
    }
  }

  /** Returns the scroll offset of the strip. */
  async scrolled(): Promise<number> {
    return (await this.#scrolling()).offset;
  }

  /** Waits until the strip is scrolled to its second slide. Returns the offset there. */
  async arrivesAtSecond(): Promise<number> {
    await expect
      .poll(async () => {
        const { offset, width } = await this.#scrolling();
        return width - offset;
      })
      .toBeLessThanOrEqual(1);
    return this.scrolled();
  }

  #scrolling(): Promise<{ offset: number; width: number }> {
    return this.slide(1).evaluate((slide) => {
      let strip = slide.parentElement;
      while (strip && getComputedStyle(strip).overflowX === 'visible') strip = strip.parentElement;
      if (!strip) throw new Error('the strip does not scroll');
      return { offset: strip.scrollLeft, width: strip.clientWidth };
    });
  }

  #button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }
}
