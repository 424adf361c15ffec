import { expect, type Locator, type Page } from '@playwright/test';

/** The page follows the wheel; then it goes back to its beginning. */
export async function scrolls(page: Page): Promise<void> {
  await turnTheWheel(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** The wheel turns, and half a second of frames later the page is still where it was. */
export async function staysPut(page: Page): Promise<void> {
  const turned = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 30;
        const look = () => {
          frames -= 1;
          if (frames === 0) resolve();
          else requestAnimationFrame(look);
        };
        addEventListener('wheel', look, { once: true, passive: true });
      }),
  );
  await turnTheWheel(page);
  await turned;
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

async function turnTheWheel(page: Page): Promise<void> {
  await page.mouse.move(5, 300);
  await page.mouse.wheel(0, 400);
}

/** The block comes to rest with its beginning below the header, in the upper half of the window. */
export async function arrivesAt(block: Locator): Promise<void> {
  const page = block.page();
  await expect(async () => {
    const before = await block.boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    const after = await block.boundingBox();
    if (!header || !after) throw new Error('the block or the header is not there');
    expect(after.y).toBe(before?.y);
    expect(after.y).toBeGreaterThanOrEqual(header.y + header.height - 1);
    expect(after.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 2);
  }).toPass();
}

/** In how many steps the page scrolls when this is clicked. */
export async function stepsFrom(control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded();
  return control.evaluate(async (element: HTMLElement) => {
    const places = new Set<number>();
    addEventListener('scroll', () => places.add(scrollY));
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    element.click();
    await ended;
    return places.size;
  });
}
