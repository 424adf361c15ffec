import type { Page } from '@playwright/test';
import type { Carousel } from './carousel.ts';

/** The mouse, pressed on the middle of a carousel's banners. */
export class Grip {
  private constructor(
    readonly page: Page,
    readonly start: { x: number; y: number },
    private x = start.x,
  ) {}

  static async on(page: Page, carousel: Carousel): Promise<Grip> {
    const region = await carousel.region.boundingBox();
    const banner = await carousel.slide(1).boundingBox();
    if (!region || !banner) throw new Error('the carousel is not there');
    const start = { x: region.x + region.width / 2, y: banner.y + banner.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    return new Grip(page, start);
  }

  /** Moves the mouse so many pixels to the side. */
  async pull(distance: number): Promise<void> {
    this.x += distance;
    await this.page.mouse.move(this.x, this.start.y, { steps: 8 });
  }

  async letGo(): Promise<void> {
    await this.page.mouse.up();
  }
}
