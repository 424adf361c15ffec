import { By, type WebElement } from 'selenium-webdriver';
import type { MessageFormatter } from '../../../tests/browser/support/languages.ts';
import type { HomePage } from '../../../tests/cross-browser/support/home-page.ts';
import type { Page } from '../../../tests/cross-browser/support/page.ts';
import { desktop, expect, test } from '../../../tests/cross-browser/support/test.ts';

test('a carousel pauses on hover, while the others advance', async ({ page, home }) => {
  await page.resize(desktop);
  await home.enter();
  const [carousel, ...others] = await Carousel.all(home);
  test.skip(others.length === 0, 'no other carousel tells the time');
  await carousel.hover();
  const place = await carousel.current();
  for (const other of others) await other.changes(2);
  expect(await carousel.current()).toBe(place);

  await page.driver.actions().move({ x: 0, y: 0 }).perform();
  await carousel.changes(1);
});

for (const when of ['after', 'during'] as const) {
  test(`a slide that is chosen stays when the window changes its width ${when} the scroll`, async ({
    page,
    home,
  }) => {
    await page.resize({ width: 1100, height: 800 });
    await home.enter();
    const [carousel] = await Carousel.all(home);
    await carousel.press('pause');
    await carousel.press('goTo', 1);
    await carousel.shows(1);
    await carousel.press('goTo', 2);
    if (when === 'after') await carousel.shows(2);
    for (const width of [800, 1100]) {
      await page.resize({ width, height: 800 });
      await carousel.shows(2);
    }
  });
}

/** A carousel of the home page. */
class Carousel {
  private constructor(
    private readonly page: Page,
    private readonly message: MessageFormatter,
    private readonly region: WebElement,
  ) {}

  static async all({ page, message }: HomePage): Promise<[Carousel, ...Carousel[]]> {
    const regions = await page.driver.findElements(By.css('.carousel'));
    const [first, ...others] = regions.map((region) => new Carousel(page, message, region));
    if (!first) throw new Error('the page has no carousel');
    return [first, ...others];
  }

  /** Clicks one of its buttons. */
  async press(button: 'pause' | 'goTo', place?: number): Promise<void> {
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
