import { expect, test } from './support/test.ts';

test('a window that narrows and widens again keeps the place, the slide and the selection', async ({
  page,
  home,
}) => {
  await page.resize({ width: 1100, height: 800 });
  await home.enter();
  const carousel = await home.carousel('left');
  await carousel.press('pause');
  await carousel.press('goTo', 2);
  await carousel.shows(2);
  const [block] = await page.all('heading', undefined, await home.contentBlock());
  if (!block) throw new Error('no heading');
  await page.run((it) => {
    getSelection()?.selectAllChildren(it);
    it.scrollIntoView({ block: 'center', behavior: 'instant' });
    const moved: Node[] = [];
    Reflect.set(window, 'moved', moved);
    const observer = new MutationObserver((all) => moved.push(...all.map(({ target }) => target)));
    observer.observe(document.body, { childList: true, subtree: true });
  }, block);
  const words = await page.text(block);
  const place = await page.run(() => scrollY);
  for (const width of [800, 1100]) {
    await page.resize({ width, height: 800 });
    await carousel.shows(2);
    expect(await page.run(() => getSelection()?.toString())).toBe(words);
    const now = await page.run(() => scrollY);
    expect(now / place, `${now} of ${place} at ${width} px`).toBeGreaterThan(7 / 9);
  }
  expect(await page.run(() => Reflect.get(window, 'moved').length)).toBe(0);
  await page.until(
    'the block is in view',
    (it) => Math.abs(it.getBoundingClientRect().top - 400) < 400,
    block,
  );
});
