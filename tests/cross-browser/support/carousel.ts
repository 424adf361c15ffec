import { expect } from '@playwright/test';
import type { WebElement } from 'selenium-webdriver';
import type { MessageFormatter } from '../../browser/support/languages.ts';
import type { Page } from './page.ts';

/** One of the home page's carousels. */
export class Carousel {
  constructor(
    private readonly page: Page,
    private readonly message: MessageFormatter,
    readonly region: WebElement,
  ) {}

  /** Clicks one of its buttons. */
  async press(
    button: 'next' | 'previous' | 'pause' | 'play' | 'goTo',
    place?: number,
  ): Promise<void> {
    const name = this.message(`offers.carousel.${button}`, place ? { place } : {});
    await this.page.click(await this.page.find('button', name, this.region));
  }

  /** Returns the position of the current slide, counted from 1. */
  current(): Promise<number> {
    return this.page.run((region) => {
      const dots = [...region.querySelectorAll('button[aria-current]')];
      return 1 + dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true');
    }, this.region);
  }

  /** Waits until a slide is current and in view. */
  async shows(place: number): Promise<void> {
    await expect.poll(() => this.current()).toBe(place);
    await this.page.until(
      `banner ${place} is in view`,
      (region, index) => {
        const strip = region.querySelector('.carousel-strip');
        const banner = region.querySelectorAll('a')[index];
        const offset =
          (banner?.getBoundingClientRect().left ?? Number.NaN) -
          (strip?.getBoundingClientRect().left ?? Number.NaN);
        return Math.abs(offset) < 4;
      },
      this.region,
      place - 1,
    );
  }

  /** Waits for a number of slide changes. */
  changes(count: number): Promise<void> {
    return this.page.run(
      (region, wanted) =>
        new Promise<void>((resolve) => {
          let changes = 0;
          new MutationObserver((_changes, observer) => {
            changes += 1;
            if (changes < wanted) return;
            observer.disconnect();
            resolve();
          }).observe(region, { subtree: true, attributeFilter: ['aria-current'] });
        }),
      this.region,
      count,
    );
  }

  /** Moves the mouse to the middle of the carousel. */
  async hover(): Promise<void> {
    await this.page.reveal(this.region);
    await this.page.driver.actions().move({ origin: this.region }).perform();
  }
}
