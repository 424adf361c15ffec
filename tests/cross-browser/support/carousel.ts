import { expect } from '@playwright/test';
import { Origin, type WebElement } from 'selenium-webdriver';
import type { Say } from '../../browser/support/words.ts';
import type { Page } from './page.ts';

/** One of the home page's carousels. */
export class Carousel {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
    readonly region: WebElement,
  ) {}

  /** The title and link of each banner, in their order. */
  banners(): Promise<{ words: string; href: string }[]> {
    return this.page.run(
      (region) =>
        [...region.querySelectorAll('a')].map(({ textContent, href }) => ({
          words: textContent ?? '',
          href,
        })),
      this.region,
    );
  }

  /** Presses one of its buttons. */
  async press(
    button: 'next' | 'previous' | 'pause' | 'play' | 'goTo',
    place?: number,
  ): Promise<void> {
    const name = this.say(`offers.carousel.${button}`, place ? { place } : {});
    await this.page.click(await this.page.find('button', name, this.region));
  }

  /** Which banner its dots call the current one, counted from 1. */
  current(): Promise<number> {
    return this.page.run((region) => {
      const dots = [...region.querySelectorAll('button[aria-current]')];
      return 1 + dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true');
    }, this.region);
  }

  /** Waits until this banner is the current one, and the one that is seen. */
  async shows(place: number): Promise<void> {
    await expect.poll(() => this.current()).toBe(place);
    await this.page.until(
      `banner ${place} is in view`,
      (region, index) => {
        const [strip, banner] = [region.querySelector('ul'), region.querySelectorAll('a')[index]];
        const offset =
          (banner?.getBoundingClientRect().left ?? Number.NaN) -
          (strip?.getBoundingClientRect().left ?? Number.NaN);
        return Math.abs(offset) < 4;
      },
      this.region,
      place - 1,
    );
  }

  /** When it has come to another banner, so many times from now on; milliseconds. */
  changes(count: number): Promise<number[]> {
    return this.page.run(
      (region, wanted) =>
        new Promise<number[]>((resolve) => {
          const times: number[] = [];
          new MutationObserver((_changes, observer) => {
            times.push(performance.now());
            if (times.length < wanted) return;
            observer.disconnect();
            resolve(times);
          }).observe(region, { subtree: true, attributeFilter: ['aria-current'] });
        }),
      this.region,
      count,
    );
  }

  /** How far the strip of banners is scrolled. */
  scrolled(): Promise<number> {
    return this.page.run(
      (region) => region.querySelector('ul')?.scrollLeft ?? Number.NaN,
      this.region,
    );
  }

  /** Puts the mouse on the middle of its banners. */
  async hover(): Promise<void> {
    await this.page.reveal(this.region);
    await this.page.driver.actions().move({ origin: this.region }).perform();
  }

  /** Moves the pressed mouse so many pixels to the side. */
  async pull(distance: number): Promise<void> {
    const pointer = { origin: Origin.POINTER, x: distance, y: 0, duration: 200 };
    await this.page.driver.actions().move(pointer).perform();
  }
}
