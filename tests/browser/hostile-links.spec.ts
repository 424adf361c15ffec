import type { Page } from '@playwright/test';
import { linkFields, operatorPaths } from '../../client/site/config.ts';
import { advanceClock, pauseClock } from './support/clock.ts';
import { untilServed } from './support/content-service.ts';
import { foreignMarkup } from './support/foreign-markup.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { messageFormatter, second } from './support/languages.ts';
import { expect } from './support/test.ts';
import { missingLinks, test } from './support/with-content-service.ts';

interface Shape {
  what: string;
  given: string;
  /** The resulting base link, with a trailing slash, or null if rejected. */
  base: string | null;
  /** The resulting blog link, or null if rejected. */
  blog: string | null;
}

const shapes: [Shape, ...Shape[]] = [
  {
    what: 'closes its containing element and hides markup in entities',
    given: 'https://x.example/"></script><script>alert(1)</script>&quot;&gt;&lt;script&gt;alert(1)',
    base: 'https://x.example/%22%3E%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E&quot;&gt;&lt;script&gt;alert(1)/',
    blog: 'https://x.example/%22%3E%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E&quot;&gt;&lt;script&gt;alert(1)',
  },
  {
    what: 'adds an attribute and opens a comment',
    given: `https://x.example/" onmouseover="alert(1)' onfocus='alert(1)<!--\u2028alert(1)`,
    base: `https://x.example/%22%20onmouseover=%22alert(1)'%20onfocus='alert(1)%3C!--%E2%80%A8alert(1)/`,
    blog: `https://x.example/%22%20onmouseover=%22alert(1)'%20onfocus='alert(1)%3C!--%E2%80%A8alert(1)`,
  },
  {
    what: 'has markup in its query and fragment',
    given: 'https://x.example/?a="><script>alert(1)</script>#"><img src=x onerror=alert(1)>',
    base: null,
    blog: 'https://x.example/?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E#%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  },
  {
    what: 'is a script after white space, in mixed case',
    given: '\u0001 Java\nScript:alert(1)//https://x.example/',
    base: null,
    blog: null,
  },
];

function bothFields(link: string): Record<string, string> {
  return { [linkFields.link]: link, [linkFields.blogLink]: link };
}

for (const { what, given, base, blog } of shapes) {
  test.describe(`a link that ${what}`, () => {
    test.use({ links: bothFields(given) });

    test('injects nothing into the page, and is an http(s) link or disabled', async ({
      page,
      home,
      message,
      context,
      browserErrors,
    }) => {
      await context.route('https://x.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
      await home.visit();
      expect(await foreignMarkup(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await home.carousel('left').next.click();
      await new LanguageMenu(page, message).choose(second);
      expect(await foreignMarkup(page)).toEqual([]);

      const pages = base === null ? [] : Object.values(operatorPaths).map((path) => base + path);
      const expected = [...pages, blog ?? [], 'https://messaging.example/marquee'].flat();
      expect(await externalLinks(page)).toEqual(new Set(expected));

      const translated = messageFormatter(second.code);
      const { rightColumn } = new HomePage(page, translated);
      const name = translated('account.login.label');
      const login = rightColumn.getByRole('link', { name, exact: true });
      if (base === null) {
        await expect(login).toBeDisabled();
        await login.click({ force: true });
        expect(context.pages()).toHaveLength(1);
      } else {
        await login.click();
        await expect(page).toHaveURL(base + operatorPaths.login);
      }

      // Each rejected link is logged as missing, once.
      const { link, blogLink } = linkFields;
      const missing = [base === null ? link : [], blog === null ? blogLink : []].flat();
      await browserErrors.expectExactly(
        ...missing.map((name) => new RegExp(`^console error: .*${name}`)),
      );
    });
  });
}

test.describe('a link that is fetched later', () => {
  const [{ given, base }] = shapes;
  test.use({ behaviour: 'is down', links: bothFields(given) });

  test('injects nothing into the open page', async ({
    page,
    home,
    service,
    browserErrors,
    request,
    message,
  }) => {
    await pauseClock(page);
    await home.enter();
    await browserErrors.expectExactly(...missingLinks);

    service.behave('gives links');
    await untilServed(request, bothFields('https://x.example/%22%3E'));
    await advanceClock(page, 60_000);
    const login = home.rightColumn.getByRole('link', { name: message('account.login.label') });
    await expect(login).toHaveAttribute('href', base + operatorPaths.login);
    expect(await foreignMarkup(page)).toEqual([]);
  });
});

/** Returns the `href` values of the page's external links. */
async function externalLinks(page: Page): Promise<Set<string>> {
  const links = page.locator('a[href]:not([href^="/"], [href^="?"], [href^="#"])');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  return new Set(hrefs.map(String));
}
