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

  dot(position: number): Locator {
    return this.#button(this.message('offers.carousel.goTo', { place: position }));
  }

  /** Expects a slide to be in view and its dot to be current. */
  async shows(position: number): Promise<void> {
    await expect(this.slide(position)).toBeInViewport({ ratio: 0.95 });
    await expect(this.slide(3 - position)).not.toBeInViewport({ ratio: 0.05 });
    await expect(this.dot(position)).toHaveAttribute('aria-current', 'true');
    await expect(this.dot(3 - position)).not.toHaveAttribute('aria-current', 'true');
  }

  /** Returns the scroll offset of the strip. */
  async scrolled(): Promise<number> {
    return (await this.#scrolling()).offset;
  }

  /** Waits until the strip is scrolled to its end. Returns the offset there. */
  async arrivesAtEnd(): Promise<number> {
    await expect
      .poll(async () => {
        const { offset, end } = await this.#scrolling();
        return end - offset;
      })
      .toBe(0);
    return this.scrolled();
  }

  #scrolling(): Promise<{ offset: number; end: number }> {
    return this.slide(1).evaluate((slide) => {
      let strip = slide.parentElement;
      while (strip && getComputedStyle(strip).overflowX === 'visible') strip = strip.parentElement;
      if (!strip) throw new Error('the strip does not scroll');
      return { offset: strip.scrollLeft, end: strip.scrollWidth - strip.clientWidth };
    });
  }

  #button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }
}
