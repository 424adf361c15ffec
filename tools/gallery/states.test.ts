import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameOf, visitsOf } from './states.ts';

test('The gallery visits every page of the site, and no redirect', () => {
  const routes = [{ path: '/' }, { path: '/about/us' }, { path: '/former', redirect: '/' }];
  const paths = new Set(visitsOf(routes).map(({ path }) => path));
  assert.deepEqual([...paths], ['/', '/about/us', '/nowhere']);
  assert.deepEqual([...paths].map(nameOf), ['home', 'about-us', 'not-found']);
});
