import { foreignMarkup } from '../support/foreign-markup.ts';
import { waitForHydration } from '../support/hydration.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { messageFormatter, third } from '../support/languages.ts';
import { expect, test } from './test.ts';

const homeUrls = [
  '/?lang="><script>alert(1)</script>',
  '/?lang=en"><img src=x onerror=alert(1)>',
  '/?lang=javascript:alert(1)&lang=%0d%0aSet-Cookie:a=alert(1)',
  '/#"><img src=x onerror=alert(1)>',
  '/old?lang="><script>alert(1)</script>',
  '/old?lang=//x.example/&to=javascript:alert(1)',
];

const otherUrls = [
  '/"><script>alert(1)</script>',
  '/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/%3C!--%3Cscript%3E/\u2028alert(1)',
  '/old/%0d%0aLocation:javascript:alert(1)',
  '/{{alert(1)}}`?lang="><svg onload=alert(1)>',
  '//x.example/"><script>alert(1)</script>',
  '//x.example/?lang=alert(1)',
  '/\\x.example/alert(1)',
  '/.//x.example/alert(1)',
];

for (const [place, urls, title] of [
  ['home', homeUrls, 'page.home.title'],
  ['not-found', otherUrls, 'page.notFound.title'],
] as const) {
  test(`a hostile URL of the ${place} page injects nothing into it`, async ({ server, home }) => {
    const { page, message } = home;
    test.slow();
    for (const url of urls) {
      await page.goto(server.url + url);
      await expect(page, url).toHaveTitle(message(title));
      await waitForHydration(page);
      await new LanguageMenu(page, message).choose(third);

      expect(new URL(page.url()).origin, url).toBe(server.url);
      expect(await foreignMarkup(page), url).toEqual([]);
      // Choosing a language works, so the page was hydrated.
      await expect(page, url).toHaveTitle(messageFormatter(third.code)(title));
      expect(await page.content(), url).not.toMatch(/alert\(1\)|x\.example/);
      // Without its URL, which the next one may differ from by its fragment only.
      await page.goto('about:blank');
    }
  });
}
