import { Key } from 'selenium-webdriver';
import { block } from '../../../tests/cross-browser/support/block.ts';
import { test } from '../../../tests/cross-browser/support/test.ts';
import { soon } from '../../../tests/support/soon.ts';

/** What ad blockers do to the welcome pop-up: the rules that they apply, or none for its removal. */
const adBlockers: [what: string, rules: string | null][] = [
  ['hides it', '.welcome { display: none !important }'],
  ['hides its content', '.welcome-content { display: none !important }'],
  ['hides its close control', '.welcome-close { display: none !important }'],
  ['makes it invisible', '.welcome { visibility: hidden !important }'],
  ['removes it', null],
];

test('Back from another page shows the page as it was left, without the welcome pop-up', async ({
  page,
  home,
}) => {
  await home.enter();
  await page.run(() => scrollTo({ top: 600, behavior: 'instant' }));
  const place = await page.run(() => scrollY);
  await page.goto('/robots.txt');
  await page.driver.navigate().back();
  await page.hydrated();
  await page.until('the page is where it was', (top) => Math.abs(scrollY - top) < 2, place);
  await page.gone('dialog');
});

for (const [what, rules] of adBlockers) {
  for (const when of rules ? ['before it opens', 'once it is open'] : ['once it is open'])
    test(`an ad blocker that ${what} ${when} leaves a page that works`, async ({ home }) => {
      const { page, message } = home;
      await page.goto('/nowhere');
      await page.hydrated();
      await page.run(() =>
        addEventListener('close', () => Reflect.set(window, 'hasClosed', true), { capture: true }),
      );
      if (when === 'before it opens') await page.run(block, rules);
      // By key, so that the pointer does not rest on what changes by itself.
      await (await page.find('link', message('notFound.page.home'))).sendKeys(Key.ENTER);
      if (when === 'once it is open') {
        await page.find('dialog');
        await page.run(block, rules);
        // Nothing reports that it has become invisible before a press.
        await page.driver.actions().move({ x: 5, y: 5 }).click().perform();
      }
      await page.until(
        'the dialog has closed, or is gone',
        (isRemoved) =>
          isRemoved ? !document.querySelector('dialog') : Reflect.get(window, 'hasClosed') === true,
        rules === null,
      );
      await home.popupIsClosed();
      await home.changesByItself();
      // As often as it takes: the lock ends after the dialog.
      await soon(async () => {
        await page.turnWheel();
        return page.run(() => scrollY);
      }).toBeGreaterThan(0);
      await home.followLinkWithin();
      await home.openLanguageMenu();
    });
}
