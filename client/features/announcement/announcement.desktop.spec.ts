import type { Page } from '@playwright/test';
import {
  expect,
  fromRightToLeft,
  inEachLanguage,
  test,
} from '../../../tests/browser/support/test.ts';

const widths = [320, 768, 1440, 2560];

/**
 * Measures the width of the bar left empty at the end of the animation, and the jump when it restarts,
 * in CSS pixels.
 */
function measureLoop(page: Page) {
  return page.locator('.announcement-text').evaluate((texts) => {
    const [scrolling] = texts.getAnimations();
    const duration = Number(scrolling?.effect?.getComputedTiming().duration);
    const boxAt = (part: number) => {
      if (scrolling) scrolling.currentTime = part * duration;
      return texts.getBoundingClientRect();
    };
    const { gridTemplateColumns, columnGap, direction } = getComputedStyle(texts);
    const widths = gridTemplateColumns.split(' ').map(Number.parseFloat);
    const period = Number(widths[0]) + Number.parseFloat(columnGap);
    const bar = texts.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const [start, end] = [boxAt(0), boxAt(0.999999)];
    const shown = direction === 'rtl' ? bar.right - end.left : end.right - bar.left;
    return {
      texts: widths.length,
      empty: Math.max(0, bar.width - shown),
      jump: Math.abs(Math.abs(end.left - start.left) - period),
    };
  });
}

inEachLanguage(loops);
fromRightToLeft(() => {
  loops();

  test('the announcement scrolls to the right', async ({ page, home }) => {
    await home.enter();
    const end = () =>
      page.locator('.announcement-text').evaluate((element) => {
        const [animation] = element.getAnimations();
        const duration = animation?.effect?.getComputedTiming().duration;
        if (animation) animation.currentTime = Number(duration) * 0.999;
        return new DOMMatrix(getComputedStyle(element).transform).m41;
      });
    await expect.poll(end).toBeGreaterThan(0);
  });
});

function loops(): void {
  test('the announcement loops without a gap or a jump', async ({ page, home }) => {
    await home.enter();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const { texts, empty, jump } = await measureLoop(page);
      expect(texts).toBe(3);
      expect(empty, `at ${width} px`).toBe(0);
      expect(jump, `at ${width} px`).toBeLessThan(1);
    }
  });
}

test('screen readers read the scrolling text once, and not its copies', async ({ home }) => {
  const { page, message } = home;
  await home.enter();
  await expect(page.locator('.announcement.is-scrolling')).toBeVisible();
  const text = message('announcement.bar.text');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const read = nodes.filter(
    ({ role, name }) =>
      role?.value === 'StaticText' && name?.value.replaceAll('\u00a0', ' ') === text,
  );
  expect(read).toHaveLength(1);
});

test('it is printed once', async ({ page, home }) => {
  await home.enter();
  const text = page.locator('.announcement.is-scrolling .announcement-text');
  await expect(text).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const styles = await text.evaluate((element) => ({
    copies: ['::before', '::after'].map((copy) => getComputedStyle(element, copy).content),
    transform: getComputedStyle(element).transform,
  }));
  expect(styles).toEqual({ copies: ['none', 'none'], transform: 'none' });
});
