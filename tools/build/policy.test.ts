import assert from 'node:assert/strict';
import { test } from 'vitest';
import { contentSecurityPolicy } from './policy.ts';

const none = contentSecurityPolicy({});

test('A site that names no origin loads and sends nothing elsewhere, and no script makes code', () => {
  assert.match(none, /^default-src 'none'; script-src 'self'; /);
  assert.match(none, /; form-action 'none'; frame-ancestors 'none'; /);
  assert.match(none, /; require-trusted-types-for 'script'; trusted-types 'none'$/);
  assert.doesNotMatch(none, /https:|unsafe/);
});

test('Origins are added to what the site may use itself, and take the place of nothing', () => {
  const fonts = 'https://fonts.example';
  const policy = contentSecurityPolicy({
    'font-src': [fonts],
    'frame-src': [fonts],
    'img-src': [],
  });
  assert.equal(
    policy,
    none
      .replace("font-src 'self'", `font-src 'self' ${fonts}`)
      .replace('; require', `; frame-src ${fonts}; require`),
  );
  assert.match(contentSecurityPolicy({ 'form-action': [fonts] }), /; form-action https:\/\/fonts/);
});

test('Scripts of others may make HTML of text', () => {
  const policy = contentSecurityPolicy({
    'script-src': ['https://a.example', 'https://b.example'],
  });
  assert.match(policy, /script-src 'self' https:\/\/a\.example https:\/\/b\.example; /);
  assert.doesNotMatch(policy, /trusted-types/);
});
