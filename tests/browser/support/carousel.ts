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
  scrolled(): Promise<number> {
    return this.slide(1).evaluate((slide) => {
      let strip = slide.parentElement;
      while (strip && getComputedStyle(strip).overflowX === 'visible') strip = strip.parentElement;
      return strip?.scrollLeft ?? Number.NaN;
    });
  }

  #button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }
}
