import { waitForHydration } from '../support/hydration.ts';
import { expect, test } from './test.ts';

test('the focus moves once, to the start of the page, with the links that lead there', async ({
  home,
}) => {
  const { page, message } = home;
  const main = page.getByRole('main');
  await page.goto('/nowhere');
  await waitForHydration(page);
  await page.evaluate(() => {
    const focused: string[] = [];
    Reflect.set(window, 'focused', focused);
    addEventListener('focusin', ({ target }) => focused.push((target as Element).tagName));
  });
  await page.getByRole('link', { name: message('notFound.page.home') }).press('Enter');
  await home.ready();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'focused')))
    .toEqual(['A', 'MAIN']);
  await expect(main).toBeFocused();

  // On the page that it leads to.
  await page.getByRole('link', { name: message('header.home.label') }).press('Enter');
  await expect(main).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link').first()).toBeFocused();
  await expect(main.getByRole('link').first()).toBeInViewport();
});

test('a link to a place on another page leads there, in the language of the page', async ({
  home,
}) => {
  const { page, message } = home;
  await page.goto('/about?lang=en');
  await waitForHydration(page);
  await page.getByRole('link', { name: message('home.links.title') }).click();
  await expect(page).toHaveURL(/\/\?lang=en#links$/);
  await expect(page.locator('#links:target')).toBeInViewport();
});
