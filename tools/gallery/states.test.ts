import assert from 'node:assert/strict';
import { test } from 'vitest';
import { visitsOf } from './states.ts';

test('The gallery visits every page of the site, and no redirect', () => {
  const routes = [{ path: '/' }, { path: '/about/us' }, { path: '/former', redirect: '/' }];
  const others = visitsOf(routes).filter(({ path }) => path !== '/');
  assert.deepEqual(
    others.map(({ path, states }) => [path, ...states.map(({ name }) => name)]),
    [
      ['/about/us', 'about-us'],
      ['/nowhere', 'not-found'],
    ],
  );
});
