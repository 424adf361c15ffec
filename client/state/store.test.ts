import assert from 'node:assert/strict';
import { afterEach, beforeEach, type MockInstance, test, vi } from 'vitest';
import { linkFields } from '../site/config.ts';
import { exampleState } from '../testing/example-state.ts';
import { createPageStore } from './store.ts';

let fetchMock: MockInstance<typeof fetch>;
let logMock: MockInstance<typeof console.error>;

beforeEach(() => {
  fetchMock = vi.spyOn(globalThis, 'fetch');
  logMock = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
});

function respondWith(value: unknown, status = 200) {
  fetchMock.mockImplementation(async () => Response.json(value, { status }));
}

const linkResponse = (field: string, link: string) => ({
  data: { attributes: { [field]: link } },
});

test('Retries with backoff until the service recovers, and logs one error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respondWith({}, 503);
  const store = createPageStore(exampleState({ link: null }));
  await store.getState().fetchLink();
  assert.equal(store.getState().link, null);
  vi.advanceTimersByTime(5_000);
  await settle();
  assert.equal(fetchMock.mock.calls.length, 2);

  respondWith(linkResponse(linkFields.link, 'https://operator.example/'));
  vi.advanceTimersByTime(9_999);
  assert.equal(fetchMock.mock.calls.length, 2);
  vi.advanceTimersByTime(1);
  await settle();
  assert.equal(store.getState().link, 'https://operator.example/');
  assert.equal(logMock.mock.calls.length, 1);

  vi.advanceTimersByTime(120_000);
  assert.equal(fetchMock.mock.calls.length, 3);
});

test('A view that loads while a retry waits asks at once, and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respondWith({}, 503);
  const store = createPageStore(exampleState({ link: null }));
  await store.getState().fetchLink();
  vi.advanceTimersByTime(4_000);
  await store.getState().fetchLink();
  assert.equal(fetchMock.mock.calls.length, 2);
  // In place of the retry that waited.
  vi.advanceTimersByTime(9_999);
  await settle();
  assert.equal(fetchMock.mock.calls.length, 2);
  vi.advanceTimersByTime(1);
  await settle();
  assert.equal(fetchMock.mock.calls.length, 3);
});

test('currentLanguage follows a choice at once, and returns when the language fails to load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respondWith({}, 503);
  const store = createPageStore(exampleState());
  const { show } = store.getState();
  const shown = show('zh');
  assert.equal(store.getState().currentLanguage, 'zh');
  await vi.advanceTimersByTimeAsync(1_000);
  await shown;
  const { currentLanguage, hasFailed } = store.getState();
  assert.deepEqual({ currentLanguage, hasFailed }, { currentLanguage: 'en', hasFailed: true });
});

test('isFetching is true until the response, and the link is asked for once meanwhile', async () => {
  respondWith(linkResponse(linkFields.link, 'https://operator.example/'));
  const store = createPageStore(exampleState({ link: null }));
  const states = [store.getState().isFetching];
  store.subscribe(({ isFetching }) => states.push(isFetching));
  await Promise.all([store.getState().fetchLink(), store.getState().fetchLink()]);
  await store.getState().fetchLink();
  assert.deepEqual([...new Set(states)], [false, true]);
  assert.equal(states.at(-1), false);
  assert.equal(fetchMock.mock.calls.length, 1);
});

test('A request for a link that hangs is retried', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  fetchMock.mockImplementation(
    (_url: unknown, options?: RequestInit) =>
      new Promise((_resolve, reject) => {
        if (options?.signal?.aborted) reject(options.signal.reason);
      }),
  );
  const store = createPageStore(exampleState({ link: null }));
  await store.getState().fetchLink();
  await vi.advanceTimersByTimeAsync(5_000);
  assert.equal(fetchMock.mock.calls.length, 2);
});

/** Lets pending promises settle. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
