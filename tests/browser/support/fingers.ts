import type { CDPSession, Page } from '@playwright/test';

/** Time between two events of a moving finger, in seconds, as a touch screen reports them. */
const frame = 1 / 60;

/** Time for which a finger rests before it lifts, in seconds. Above 80 ms, Blink starts no fling. */
const rest = 0.2;

/**
 * A touch point, with trusted touch events through the DevTools protocol. The events have timestamps of
 * their own, since the browser computes the velocity from them: on a fast machine, events timed by their
 * arrival would be a fling.
 */
export class Finger {
  #time = Date.now() / 1000;

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

  /** Moves by a distance in pixels, in ten steps. */
  async move(dx: number, dy: number): Promise<void> {
    const steps = 10;
    for (let step = 0; step < steps; step += 1) {
      this.x += dx / steps;
      this.y += dy / steps;
      this.#time += frame;
      await this.#touch('touchMove');
    }
  }

  /** Rests and lifts, without a fling. */
  async lift(): Promise<void> {
    this.#time += rest;
    await this.#touch('touchEnd');
    await this.input.detach();
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: this.x, y: this.y }];
    await this.input.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#time });
  }
}
