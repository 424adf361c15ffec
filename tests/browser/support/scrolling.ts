import { expect, type Locator, type Page } from '@playwright/test';

/** Expects the page to scroll with the wheel, and scrolls back to the top. */
export async function scrolls(page: Page): Promise<void> {
  await turnTheWheel(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Expects the page not to scroll within 30 frames of a wheel event. */
export async function doesNotScroll(page: Page): Promise<void> {
  const framesPassed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 30;
        const countFrame = () => {
          frames -= 1;
          if (frames === 0) resolve();
          else requestAnimationFrame(countFrame);
        };
        addEventListener('wheel', countFrame, { once: true, passive: true });
      }),
  );
  await turnTheWheel(page);
  await framesPassed;
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

async function turnTheWheel(page: Page): Promise<void> {
  await page.mouse.move(5, 300);
  await page.mouse.wheel(0, 400);
}

/** Waits until scrolling stops with the block's top below the header, in the upper half. */
export async function arrivesAt(block: Locator): Promise<void> {
  await expect(async () => {
    const { before, after, header, height } = await block.evaluate(async (element) => {
      const top = () => element.getBoundingClientRect().top;
      const before = top();
      // A smooth scroll moves the page at each of these frames.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return { before, after: top(), header, height: innerHeight };
    });
    expect(after).toBe(before);
    expect(after).toBeGreaterThanOrEqual(header - 1);
    expect(after).toBeLessThan(height / 2);
  }).toPass();
}

/** Clicks a control and returns the number of steps in which the page scrolls. */
export async function stepsFrom(control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded();
  return control.evaluate(async (element: HTMLElement) => {
    // An earlier scroll's events are sent with these frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const places = new Set<number>();
    addEventListener('scroll', () => places.add(scrollY));
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    element.click();
    await ended;
    return places.size;
  });
}
