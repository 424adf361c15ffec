/**
 * The product's specification in each engine: the pages, and on a phone what a visitor does. It is about
 * this site: for one of another brand or with other languages the tests fail, as they should, until it has
 * a specification.
 */
import { By, Key } from 'selenium-webdriver';
import { served } from '../browser/support/marquee-server.ts';
import {
  checkEach,
  checkPage,
  links,
  pages,
  places,
  statements,
  takeSnapshot,
  widths,
} from '../browser/support/specification.ts';
import { type BrowserWindow, isPortable, Visit } from '../browser/support/visit.ts';
import type { Page } from './support/page.ts';
import { test as base } from './support/test.ts';

const test = base.extend({
  server: served({ OPERATOR_LINK: links.base, OPERATOR_BLOG_LINK: links.blog }),
});

for (const expected of pages) {
  const { url, width } = expected;
  test(`on a ${width} ${url} has the specified texts, links and order`, async ({ page }) => {
    await page.resize(widths[width]);
    await page.goto(url);
    await page.hydrated();
    await page.settle();
    await checkPage(expected, await page.run(takeSnapshot, places));
  });
}

const portable = statements
  .filter(({ expect: { steps } }) => steps && isPortable(steps))
  .map((statement) => ({ ...statement, width: statement.width ?? ('phone' as const) }));

for (const subject of new Set(portable.map(({ section, width }) => `${section} on a ${width}`))) {
  test(`a visit goes as specified in section ${subject}`, async ({ page }) => {
    test.slow();
    const about = portable.filter(({ section, width }) => `${section} on a ${width}` === subject);
    const width = about[0]?.width ?? 'phone';
    await page.resize(widths[width]);
    await page.goto('/no-such-page');
    const visit = new Visit(await windowOf(page), width);
    await checkEach(about, ({ expect: { steps } }) => visit.take(steps ?? []));
  });
}

const keys = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  Tab: Key.TAB,
};

async function windowOf(page: Page): Promise<BrowserWindow> {
  const { driver } = page;
  const mouse = () => driver.actions();
  const own = await driver.getWindowHandle();
  return {
    goto: (path) => page.goto(path),
    // WebKit's own skip entries that no visitor has asked for.
    back: () => page.run(() => history.back()),
    forward: () => page.run(() => history.forward()),
    path: () => page.path(),
    run: (script, ...values) => page.run<never, unknown[]>(script as never, ...values),
    click: async (selector, index = 0) => {
      const element = (await driver.findElements(By.css(selector)))[index];
      if (!element) throw new Error(`nothing matches ${selector}`);
      await page.click(element);
    },
    press: (key) =>
      key === 'Shift+Tab'
        ? driver.actions().keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT).perform()
        : page.press(keys[key]),
    moveMouse: (x, y) => mouse().move({ x, y }).perform(),
    pressMouse: () => mouse().press().perform(),
    releaseMouse: () => mouse().release().perform(),
    clickAt: (x, y) => mouse().move({ x, y }).press().release().perform(),
    scroll: () => page.turnWheel(),
    tabs: async () => (await driver.getAllWindowHandles()).length,
    closeOtherTabs: async () => {
      for (const handle of await driver.getAllWindowHandles()) {
        if (handle === own) continue;
        await driver.switchTo().window(handle);
        await driver.close();
      }
      await driver.switchTo().window(own);
    },
  };
}
