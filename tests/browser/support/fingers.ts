import type { CDPSession, Page } from '@playwright/test';

/** A touch point, with trusted touch events through the DevTools protocol. */
export class Finger {
  private constructor(
    private readonly input: CDPSession,
    private x: number,
    private y: number,
  ) {}

  static async on(page: Page, x: number, y: number): Promise<Finger> {
    const finger = new Finger(await page.context().newCDPSession(page), x, y);
    await finger.#touch('touchStart');
    return finger;
  }

  /** Moves by a distance in pixels, in steps as a touch screen reports them. */
  async move(dx: number, dy: number): Promise<void> {
    const steps = 10;
    for (let step = 0; step < steps; step += 1) {
      this.x += dx / steps;
      this.y += dy / steps;
      await this.#touch('touchMove');
    }
  }

  async lift(): Promise<void> {
    await this.#touch('touchEnd');
    await this.input.detach();
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: this.x, y: this.y }];
    await this.input.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
