import { expect, type Locator, type Page, test } from '@playwright/test';
import type { HomePage } from '../../../tests/browser/support/home-page.ts';
import type { MessageFormatter } from '../../../tests/browser/support/languages.ts';

/** A carousel of the home page. */
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

/** Returns the first carousel of the page. */
export function firstCarousel({ page, message }: HomePage): Carousel {
  return new Carousel(page.locator('.carousel').first(), message);
}

/** Returns all carousels of the page. */
export async function allCarousels({ page, message }: HomePage): Promise<Carousel[]> {
  const regions = await page.locator('.carousel').all();
  return regions.map((region) => new Carousel(region, message));
}

/** Returns the first carousel of the page that a mouse can drag. */
export async function draggableCarousel({ page, message }: HomePage): Promise<Carousel> {
  const regions = page.locator('.carousel.is-draggable');
  test.skip((await regions.count()) === 0, 'no carousel of the page can be dragged');
  return new Carousel(regions.first(), message);
}

/** A drag with the mouse, started in the middle of a carousel. */
export class MouseDrag {
  private constructor(
    readonly page: Page,
    readonly start: { x: number; y: number },
    private readonly button: 'left' | 'middle' | 'right',
    private x = start.x,
  ) {}

  static async on(
    page: Page,
    carousel: Carousel,
    button: 'left' | 'middle' | 'right' = 'left',
  ): Promise<MouseDrag> {
    await carousel.region.evaluate((it) =>
      it.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    const region = await carousel.region.boundingBox();
    const banner = await carousel.slide(1).boundingBox();
    if (!region || !banner) throw new Error('carousel not visible');
    const start = { x: region.x + region.width / 2, y: banner.y + banner.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button });
    return new MouseDrag(page, start, button);
  }

  /** Moves the mouse horizontally by a distance in pixels. */
  async moveBy(distance: number): Promise<void> {
    this.x += distance;
    await this.page.mouse.move(this.x, this.start.y, { steps: 8 });
  }

  async release(): Promise<void> {
    await this.page.mouse.up({ button: this.button });
  }
}
