import { expect, test } from './support/test.ts';

test('a window that narrows and widens again keeps the place and the selection', async ({
  page,
  home,
}) => {
  await page.resize({ width: 1100, height: 800 });
  await home.enter();
  const heading = (await page.all('heading')).at(-1);
  if (!heading) throw new Error('no heading');
  await page.run((it) => {
    getSelection()?.selectAllChildren(it);
    it.scrollIntoView({ block: 'center', behavior: 'instant' });
    // Rows of a table may change by a timer.
    const isOfLayout = ({ target }: MutationRecord) =>
      !(target instanceof Element && target.closest('table'));
    const moved: Node[] = [];
    Reflect.set(window, 'moved', moved);
    const observer = new MutationObserver((all) =>
      moved.push(...all.filter(isOfLayout).map(({ target }) => target)),
    );
    observer.observe(document.body, { childList: true, subtree: true });
  }, heading);
  const words = await page.text(heading);
  const place = await page.run(() => scrollY);
  for (const width of [800, 1100]) {
    await page.resize({ width, height: 800 });
    expect(await page.run(() => getSelection()?.toString())).toBe(words);
    const now = await page.run(() => scrollY);
    expect(now / place, `${now} of ${place} at ${width} px`).toBeGreaterThan(7 / 9);
  }
  expect(await page.run(() => Reflect.get(window, 'moved').length)).toBe(0);
  await page.until(
    'the heading is in view',
    (it) => Math.abs(it.getBoundingClientRect().top - 400) < 400,
    heading,
  );
});
