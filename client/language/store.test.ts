import assert from 'node:assert/strict';
import { afterEach, beforeEach, type MockInstance, test, vi } from 'vitest';
import { exampleState, locales } from '../testing/example-state.ts';
import { createLanguageStore } from './store.ts';

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
  const chinese = locales.find(({ code }) => code === 'zh')?.table;
  fetchMock.mockImplementation(async () => Response.json(chinese));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createLanguageStore(exampleState());
  const change = store.getState().load('zh');
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'loaded');
  assert.ok(store.getState().messages.zh);
});

test('A language whose file lacks messages is not loaded', async () => {
  fetchMock.mockImplementation(async () => Response.json({}));
  const store = createLanguageStore(exampleState());
  const change = store.getState().load('zh');
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'failed');
  assert.equal(store.getState().messages.zh, undefined);
});
