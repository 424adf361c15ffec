import { expect, type Locator } from '@playwright/test';
import type { Say } from './words.ts';

/** One of the home page's carousels. */
export class Carousel {
  readonly next: Locator;
  readonly previous: Locator;
  readonly pause: Locator;
  readonly play: Locator;

  constructor(
    readonly region: Locator,
    private readonly say: Say,
  ) {
    this.next = this.#button(say('offers.carousel.next'));
    this.previous = this.#button(say('offers.carousel.previous'));
    this.pause = this.#button(say('offers.carousel.pause'));
    this.play = this.#button(say('offers.carousel.play'));
  }

  /** The banner in this place, counted from 1. */
  slide(place: number): Locator {
    return this.region.getByRole('link').nth(place - 1);
  }

  dot(place: number): Locator {
    return this.#button(this.say('offers.carousel.goTo', { place }));
  }

  /** Waits until this banner is the one in view, and said to be. */
  async shows(place: number): Promise<void> {
    await expect(this.slide(place)).toBeInViewport({ ratio: 0.95 });
    await expect(this.slide(3 - place)).not.toBeInViewport({ ratio: 0.05 });
    await expect(this.dot(place)).toHaveAttribute('aria-current', 'true');
    await expect(this.dot(3 - place)).not.toHaveAttribute('aria-current', 'true');
  }

  /** How far the strip of banners is scrolled. */
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
