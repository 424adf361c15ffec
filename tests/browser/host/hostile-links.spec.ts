/** What a content service can send as a link; the server's own tests reject what is none. */
import { linkFields, operatorPaths } from '../../site/client/site/config.ts';
import { advanceClock, pauseClock } from '../support/clock.ts';
import { untilServed } from '../support/content-service.ts';
import { foreignMarkup } from '../support/foreign-markup.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { second } from '../support/languages.ts';
import { press } from '../support/press.ts';
import { missingLinks } from '../support/with-content-service.ts';
import { expect, serviceTest as test } from './test.ts';

/** All the markup that a link may have: it ends its attribute, and hides more in entities and escapes. */
const link = `https://x.example/'onfocus='alert(1)'&quot;&gt;&lt;script&gt;%22%3E%3Cscript%3Ealert(1)%3C/script%3E`;
const [base, blog] = [`${link}/`, link];

const both = (text: string) => ({ [linkFields.link]: text, [linkFields.blogLink]: text });

test.use({ links: both(link) });

test('a link with markup injects nothing into the page, and leads where it says', async ({
  home,
  context,
  request,
}) => {
  const { page, message } = home;
  await context.route('https://x.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await untilServed(request, both("https://x.example/'onfocus"));
  await home.enter();
  expect(await foreignMarkup(page)).toEqual([]);
  await new LanguageMenu(page, message).choose(second);
  expect(await foreignMarkup(page)).toEqual([]);

  const links = page.locator('a[href]:not([href^="/"], [href^="?"], [href^="#"])');
  const hrefs = await links.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
  const expected = [...Object.values(operatorPaths).map((path) => base + path), blog];
  expect(new Set(hrefs)).toEqual(new Set([...expected, 'https://messaging.example/marquee']));
  await press(page.locator('[data-link="login"]'));
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
    await untilServed(request, both("https://x.example/'onfocus"));
    await advanceClock(page, 60_000);
    await expect(home.login).toHaveAttribute('href', base + operatorPaths.login);
    expect(await foreignMarkup(page)).toEqual([]);
  });
});
