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

test('A language is loaded when the second response for its messages is complete', async () => {
  fetchMock.mockImplementation(async () => Response.json(other.table));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createLanguageStore(exampleState());
  const change = store.getState().load(other.code);
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'loaded');
  assert.ok(store.getState().messages[other.code]);
});

test('A language whose file lacks messages is not loaded', async () => {
  fetchMock.mockImplementation(async () => Response.json({}));
  const store = createLanguageStore(exampleState());
  const change = store.getState().load(other.code);
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'failed');
  assert.equal(store.getState().messages[other.code], undefined);
});
