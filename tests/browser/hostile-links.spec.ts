/** What a content service can send as a link; the server's own tests reject what is none. */
import { linkFields, operatorPaths } from '../../client/site/config.ts';
import { advanceClock, pauseClock } from './support/clock.ts';
import { untilServed } from './support/content-service.ts';
import { foreignMarkup } from './support/foreign-markup.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { second } from './support/languages.ts';
import { expect } from './support/test.ts';
import { missingLinks, test } from './support/with-content-service.ts';

/** Ends its element, adds an attribute, opens a comment, and hides markup in entities. */
const given = `https://x.example/"></script><script>alert(1)</script>&quot;&gt;&lt;script&gt; onfocus='alert(1)<!--\u2028x`;
const link = `https://x.example/%22%3E%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E&quot;&gt;&lt;script&gt;%20onfocus='alert(1)%3C!--%E2%80%A8x`;
const [base, blog] = [`${link}/`, link];

const both = (text: string) => ({ [linkFields.link]: text, [linkFields.blogLink]: text });

test.use({ links: both(given) });

test('a link with markup injects nothing into the page, and leads where it says', async ({
  page,
  home,
  message,
  context,
}) => {
  await context.route('https://x.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await home.enter();
  expect(await foreignMarkup(page)).toEqual([]);
  await new LanguageMenu(page, message).choose(second);
  expect(await foreignMarkup(page)).toEqual([]);

  const links = page.locator('a[href]:not([href^="/"], [href^="?"], [href^="#"])');
  const hrefs = await links.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
  const expected = [...Object.values(operatorPaths).map((path) => base + path), blog];
  expect(new Set(hrefs)).toEqual(new Set([...expected, 'https://messaging.example/marquee']));
  await page.locator('.account-links a').first().click();
  await expect(page).toHaveURL(base + operatorPaths.login);
});

test.describe('fetched later', () => {
  test.use({ behaviour: 'is down' });

  test('a link with markup injects nothing into the open page', async ({
    page,
    home,
    service,
    browserErrors,
    request,
  }) => {
    await pauseClock(page);
    await home.enter();
    await browserErrors.expectExactly(...missingLinks);

    service.behave('gives links');
    await untilServed(request, both('https://x.example/%22%3E'));
    await advanceClock(page, 60_000);
    const login = page.locator('.account-links a').first();
    await expect(login).toHaveAttribute('href', base + operatorPaths.login);
    expect(await foreignMarkup(page)).toEqual([]);
  });
});
