import assert from 'node:assert/strict';
import { afterEach, beforeEach, type MockInstance, test, vi } from 'vitest';
import { exampleState, locales } from '../testing/example-state.ts';
import { createLanguageStore } from './store.ts';

const [, other] = locales;
assert.ok(other);

let fetchMock: MockInstance<typeof fetch>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fetchMock = vi.spyOn(globalThis, 'fetch');
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
});

test('A choice navigates when the second response for its messages is complete', async () => {
  fetchMock.mockImplementation(async () => Response.json(other.table));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const goTo = vi.fn();
  createLanguageStore(exampleState()).getState().choose(other.code, goTo);
  await vi.advanceTimersByTimeAsync(1_000);
  assert.deepEqual(goTo.mock.calls, [[`/?lang=${other.code}`]]);
});

test('A navigation shows the language of its URL', async () => {
  fetchMock.mockImplementation(async () => Response.json(other.table));
  const store = createLanguageStore(exampleState());
  store.getState().follow({ search: `?lang=${other.code}` });
  assert.equal(store.getState().shown.locale, 'en');
  await vi.advanceTimersByTimeAsync(0);
  assert.equal(store.getState().shown.locale, other.code);
  assert.equal(store.getState().pending, null);
});

test('A language whose file lacks messages is not shown', async () => {
  fetchMock.mockImplementation(async () => Response.json({}));
  const store = createLanguageStore(exampleState());
  store.getState().follow({ search: `?lang=${other.code}` });
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(store.getState().shown.locale, 'en');
  assert.equal(store.getState().hasFailed, true);
});
