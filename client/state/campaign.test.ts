import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { campaignOfVisit, withCampaign } from './campaign.ts';

const names = ['utm_source', 'utm_medium', 'gclid'];
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
  const target = new URL(withCampaign(operator, markup));
  assert.deepEqual([...target.searchParams.keys()], ['utm_source']);
  assert.doesNotMatch(target.href, /["<>]/);
});

test('All parameters together stay short', () => {
  const many = Array.from({ length: 32 }, (_, index) => `p${index}`);
  const search = many.map((name) => `${name}=${'x'.repeat(200)}`).join('&');
  const campaign = campaignOfVisit(many, search);
  assert.ok(campaign.length <= 1_024 && campaign.length > 800, `${campaign.length}`);
});

test('A campaign of another page cannot be planted in the storage', () => {
  sessionStorage.setItem('campaign', 'utm_source=a&lang=zh&evil=1');
  assert.equal(campaignOfVisit(names, ''), 'utm_source=a');
});
