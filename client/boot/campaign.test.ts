import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'vitest';
import landingUrls from '../../tests/landing-urls.json' with { type: 'json' };
import { addCampaign, campaignOfVisit } from './campaign.ts';

const names = 'utm_source,utm_medium,gclid';
const operator = 'https://operator.example/sign-up/';

beforeEach(() => sessionStorage.clear());

test('A campaign lasts for the visit, until another one', () => {
  campaignOfVisit(names, '?utm_source=a&gclid=g1');
  assert.equal(campaignOfVisit(names, '?lang=zh'), 'utm_source=a&gclid=g1');
  assert.equal(campaignOfVisit(names, '?utm_source=b'), 'utm_source=b');
  assert.equal(campaignOfVisit(names, ''), 'utm_source=b');
});

test('Ignores hostile and malformed parameters', () => {
  for (const search of [
    `?utm_source=${'x'.repeat(10_000)}`,
    '?utm_source=a%0d%0aLocation:%20https://evil.example',
    '?utm_source=%00',
    '?utm_source=%ff',
    '?utm_source=',
    '?UTM_SOURCE=a',
    '?__proto__=a&constructor=b',
  ]) {
    assert.equal(campaignOfVisit(names, search), '', search);
  }
  assert.equal(campaignOfVisit(names, '?utm_source=a&utm_source=b'), 'utm_source=a');
  const markup = campaignOfVisit(names, '?utm_source="><script>alert(1)</script>%26lang%3Dzh');
  const { href } = linkWith(markup);
  assert.deepEqual([...new URL(href).searchParams.keys()], ['utm_source']);
  assert.doesNotMatch(href, /["<>]/);
});

test('All parameters together stay short', () => {
  const many = Array.from({ length: 32 }, (_, index) => `p${index}`);
  const search = many.map((name) => `${name}=${'x'.repeat(200)}`).join('&');
  const campaign = campaignOfVisit(many.join(','), search);
  assert.ok(campaign.length <= 4_096 && campaign.length > 3_800, `${campaign.length}`);
});

test('The parameters of ordinary advertisements are carried on whole', () => {
  const settings = readFileSync('docs/settings.md', 'utf8');
  const defaults = settings.match(/`CAMPAIGN_PARAMETERS` \| `(.+?)`/)?.[1] ?? '';
  for (const [network, urls] of Object.entries(landingUrls)) {
    assert.equal(Object.keys(urls).length, 10, network);
    for (const [url, carried] of Object.entries(urls)) {
      sessionStorage.clear();
      const sent = new URLSearchParams(new URL(url, operator).search.replaceAll('?', '&'));
      const arrived = new URLSearchParams(campaignOfVisit(defaults, new URL(url, operator).search));
      const expected = carried.split(' ').map((name) => [name, sent.get(name)]);
      assert.deepEqual([...arrived].sort(), expected.sort(), `${network}: ${url}`);
    }
  }
});

test('A campaign of another page cannot be planted in the storage', () => {
  sessionStorage.setItem('campaign', 'utm_source=a&lang=zh&evil=1');
  assert.equal(campaignOfVisit(names, ''), 'utm_source=a');
});

test('A link has the campaign once, beside a query of its own, and again when its URL has changed', () => {
  const link = linkWith('utm_source=a&gclid=%27g');
  assert.equal(link.href, `${operator}?utm_source=a&gclid=%27g`);
  addCampaign(link);
  assert.equal(link.href, `${operator}?utm_source=a&gclid=%27g`);
  link.href = 'https://partner.example/?ref=1';
  addCampaign(link);
  assert.equal(link.href, 'https://partner.example/?ref=1&utm_source=a&gclid=%27g');
});

/** Returns a link to the operator's site after a press on what is in it. */
function linkWith(campaign: string): HTMLAnchorElement {
  window.campaign = campaign;
  const link = document.createElement('a');
  link.href = operator;
  link.dataset.operator = 'true';
  addCampaign(link.appendChild(document.createElement('span')));
  return link;
}
