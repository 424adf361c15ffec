/** The controls of the home page, and how a visitor operates them. */
import type { Locator, Page } from '@playwright/test';

/** Touch, or a mouse. */
export class Input {
  readonly page: Page;
  readonly #hasTouch: boolean;

  constructor(page: Page, hasTouch: boolean) {
    this.page = page;
    this.#hasTouch = hasTouch;
  }

  async press(target: Locator) {
    // Not every site has every control.
    if ((await target.count()) === 0) return;
    const [x, y] = await this.#middleOf(target);
    const { touchscreen, mouse } = this.page;
    await (this.#hasTouch ? touchscreen.tap(x, y) : mouse.click(x, y));
  }

  async drag(target: Locator) {
    const [x, y] = await this.#middleOf(target);
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x - 120, y, { steps: 12 });
    await mouse.up();
  }

  async #middleOf(target: Locator): Promise<[x: number, y: number]> {
    await target.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    await this.page.evaluate(settled);
    const box = await target.boundingBox();
    if (!box) throw new Error('a control is not visible');
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
}

/** Resolves when pending frames are painted and the browser is idle. Runs inside the page. */
export function settled() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });
}

/** The controls to operate, in order. */
export const controls = new Map<string, (input: Input) => Promise<void>>([
  ['close welcome pop-up', (input) => input.press(input.page.locator('.welcome-close'))],
  ['stop announcement', (input) => input.press(input.page.locator('.announcement-button'))],
  ['carousel: next', (input) => input.press(input.page.locator('.carousel-next').first())],
  ['carousel: dot', (input) => input.press(input.page.locator('.carousel-dot').first())],
  ['carousel: pause', (input) => input.press(input.page.locator('.carousel-playback').first())],
  ['carousel: drag', (input) => input.drag(input.page.locator('.is-draggable .carousel-strip'))],
  ['tab 1', (input) => input.press(input.page.locator('.menu-tab').nth(0))],
  ['tab 2', (input) => input.press(input.page.locator('.menu-tab').nth(1))],
  ['close footer offer', (input) => input.press(input.page.locator('.footer-offer-close'))],
  ['open menu', (input) => input.press(input.page.locator('.language-menu-button'))],
  [
    'switch language',
    async (input) => {
      await input.press(input.page.locator('.language-menu-item').last());
      await input.page.locator('html:not([lang="en"])').waitFor();
    },
  ],
]);
