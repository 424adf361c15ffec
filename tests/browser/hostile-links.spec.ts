import type { Page } from '@playwright/test';
import { pass, stopTheClock } from './support/clock.ts';
import { untilServed } from './support/content-service.ts';
import { foreignMarkup } from './support/foreign-markup.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { expect } from './support/test.ts';
import { test } from './support/with-content-service.ts';
import { named, speaker } from './support/words.ts';

interface Shape {
  what: string;
  given: string;
  /** What becomes of it as the base address, with a slash at its end; null: refused. */
  base: string | null;
  /** What becomes of it as the blog's address; null: refused. */
  blog: string | null;
}

const shapes: [Shape, ...Shape[]] = [
  harmless(
    'ends the element it stands in',
    'https://x.example/"></script><script>alert(1)</script>',
    'https://x.example/%22%3E%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ),
  harmless(
    'opens a comment and a script',
    'https://x.example/<!--<script>alert(1)',
    'https://x.example/%3C!--%3Cscript%3Ealert(1)',
  ),
  harmless(
    'ends the line of a script',
    'https://x.example/\u2028alert(1)\u2029//',
    'https://x.example/%E2%80%A8alert(1)%E2%80%A9//',
  ),
  harmless(
    'adds an attribute',
    `https://x.example/" onmouseover="alert(1)' onfocus='alert(1)`,
    `https://x.example/%22%20onmouseover=%22alert(1)'%20onfocus='alert(1)`,
  ),
  harmless(
    'hides markup in entities',
    'https://x.example/&quot;&gt;&lt;script&gt;alert(1)',
    'https://x.example/&quot;&gt;&lt;script&gt;alert(1)',
  ),
  {
    what: 'has markup in its query and fragment',
    given: 'https://x.example/?a="><script>alert(1)</script>#"><img src=x onerror=alert(1)>',
    base: null,
    blog: 'https://x.example/?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E#%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  },
  refused('is a script', 'javascript:alert(1)'),
  refused('is a script behind white space and capitals', '\u0001 JavaScript:alert(1)'),
  refused('is a script broken by line ends', 'java\nscript\t:alert(1)//https://x.example/'),
  refused('is a document of its own', 'data:text/html,<script>alert(1)</script>'),
  refused('is the file of a visitor', 'file:///etc/passwd'),
  refused('is relative', '"><script>alert(1)</script>'),
  refused('has no scheme', '//x.example/"><script>alert(1)</script>'),
  refused('carries a password', 'https://me:secret@x.example/'),
  refused('has an attribute in its host', 'https://x"onmouseover="alert(1)".example/'),
];

function harmless(what: string, given: string, becomes: string): Shape {
  return { what, given, base: becomes.replace(/\/?$/, '/'), blog: becomes };
}

function refused(what: string, given: string): Shape {
  return { what, given, base: null, blog: null };
}

function bothFields(link: string): Record<string, string> {
  return { winbox77_my: link, winboxv2_com: link };
}

for (const { what, given, base, blog } of shapes) {
  test.describe(`a link that ${what}`, () => {
    test.use({ links: bothFields(given) });

    test('runs nothing in the page, and leads to the web or nowhere', async ({
      page,
      home,
      say,
      context,
      trouble,
    }) => {
      await context.route('https://x.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
      await home.visit();
      expect(await foreignMarkup(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await home.carousel('left').next.click();
      const chinese = named('zh');
      await new LanguageMenu(page, say).choose(chinese);
      expect(await foreignMarkup(page)).toEqual([]);

      const pages = base === null ? [] : [base, `${base}winbox-login/`, `${base}winbox-signup/`];
      const expected = [...pages, blog ?? [], 'https://messaging.example/marquee'].flat();
      expect(await leaving(page)).toEqual(new Set(expected));

      const { rightColumn } = new HomePage(page, speaker(chinese.code));
      const login = rightColumn.getByRole('link', {
        name: speaker(chinese.code)('account.login.label'),
        exact: true,
      });
      if (base === null) {
        await expect(login).toBeDisabled();
        await login.click({ force: true });
        expect(context.pages()).toHaveLength(1);
      } else {
        const opening = context.waitForEvent('page');
        await login.click();
        const opened = await opening;
        await expect(opened).toHaveURL(`${base}winbox-login/`);
        expect(await opened.evaluate(() => window.opener)).toBeNull();
      }

      // What is refused is missed, once; nothing else is said.
      const missed = [base ?? 'winbox77_my', blog ?? 'winboxv2_com'].filter((name) =>
        name.startsWith('winbox'),
      );
      await trouble.announced(...missed.map((name) => new RegExp(`^console error: .*${name}`)));
    });
  });
}

test.describe('a link that is known only later', () => {
  const [{ given, base }] = shapes;
  test.use({ behaviour: 'is down', links: bothFields(given) });

  test('is as harmless in the open page', async ({
    page,
    home,
    service,
    trouble,
    request,
    say,
  }) => {
    await stopTheClock(page);
    await home.enter();
    await trouble.announced(/^console error: .*winbox77_my/, /^console error: .*winboxv2_com/);

    service.behave('gives links');
    await untilServed(request, bothFields('https://x.example/%22%3E'));
    await pass(page, 60_000);
    const login = home.rightColumn.getByRole('link', { name: say('account.login.label') });
    await expect(login).toHaveAttribute('href', `${base}winbox-login/`);
    expect(await foreignMarkup(page)).toEqual([]);
  });
});

/** The addresses that the page's links leave the site for, as they are written. */
async function leaving(page: Page): Promise<Set<string>> {
  const links = page.locator('a[href]:not([href^="/"], [href^="?"], [href^="#"])');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  return new Set(addresses.map(String));
}
