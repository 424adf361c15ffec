import { openWindow, test } from './support/test.ts';

test('a closed footer banner stays closed for the session only', async ({
  page,
  home,
  message,
  engine,
}) => {
  await home.enter();
  const name = message('footer.banner.label');
  await page.find('complementary', name);
  await (await page.find('button', message('footer.banner.close'))).click();
  await page.gone('complementary', name);

  await home.enter();
  await page.gone('complementary', name);

  await openWindow(engine);
  await home.enter();
  await page.find('complementary', name);
});

test('the footer navigation is at the bottom of the viewport', async ({ page, home, message }) => {
  await home.enter();
  await page.until(
    'the links are at the bottom of the viewport',
    (element) => Math.abs(element.getBoundingClientRect().bottom - innerHeight) < 1,
    await page.find('navigation', message('footer.nav.label')),
  );
});
