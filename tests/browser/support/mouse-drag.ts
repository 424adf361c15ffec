import type { Page } from '@playwright/test';
import type { Carousel } from './carousel.ts';

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
