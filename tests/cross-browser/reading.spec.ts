import { Key } from 'selenium-webdriver';
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
    scrollTo({ top: 900, behavior: 'instant' });
    const moved: Node[] = [];
    Reflect.set(window, 'moved', moved);
    const observer = new MutationObserver((all) => moved.push(...all.map(({ target }) => target)));
    observer.observe(document.body, { childList: true, subtree: true });
  }, block);
  const words = await page.text(block);
  for (const width of [800, 1100]) {
    await page.resize({ width, height: 800 });
    expect(await page.run(() => scrollY), `at ${width} px`).toBeGreaterThan(700);
    await carousel.shows(2);
    expect(await page.run(() => getSelection()?.toString())).toBe(words);
  }
  expect(await page.run(() => Reflect.get(window, 'moved').length)).toBe(0);
  await page.until('the block is in view', (it) => it.getBoundingClientRect().top < 400, block);
});

test('after a click on text, Tab moves to the control after it', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const [, , tab] = await home.tabs();
  const block = await home.contentBlock();
  const [first] = await page.all('heading', undefined, block);
  const licence = await page.find('heading', message('content.licence.title'));
  if (!first || !tab) throw new Error('no tab or heading');
  for (const [text, next] of [
    [first, (await page.all('link', undefined, block))[0]],
    [licence, await page.find('link', message('content.licence.logo'))],
  ] as const) {
    // The first click follows the welcome pop-up, the second a tab: both have moved the focus.
    await page.click(text);
    await page.press(Key.TAB);
    expect(await page.run((it) => it === document.activeElement, next as typeof first)).toBe(true);
    await page.click(tab);
  }
});
