import assert from 'node:assert/strict';
import { afterEach, beforeEach, type MockInstance, test, vi } from 'vitest';
import { exampleState, locales } from '../testing/example-state.ts';
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

test('Does not fetch a known link', async () => {
  const store = createPageStore(exampleState());
  await store.getState().fetchLink();
  await store.getState().fetchBlogLink();
  assert.equal(fetchMock.mock.calls.length, 0);
});

test('Concurrent fetches of a link share one request', async () => {
  respondWith(linkResponse('winbox77_my', 'https://operator.example'));
  const store = createPageStore(exampleState({ link: null }));

  const fetching = Promise.all([store.getState().fetchLink(), store.getState().fetchLink()]);
  assert.equal(store.getState().isFetching, true);
  await fetching;

  assert.equal(fetchMock.mock.calls.length, 1);
  assert.equal(fetchMock.mock.calls[0]?.[0], '/api/winbox?fields[0]=winbox77_my');
  assert.equal(store.getState().isFetching, false);
  assert.equal(store.getState().link, 'https://operator.example/');
});

test('Fetches the blog link from its own field', async () => {
  respondWith(linkResponse('winboxv2_com', 'https://blog.example/news'));
  const store = createPageStore(exampleState({ blogLink: null }));
  await store.getState().fetchBlogLink();
  assert.equal(fetchMock.mock.calls[0]?.[0], '/api/winbox?fields[0]=winboxv2_com');
  assert.equal(store.getState().blogLink, 'https://blog.example/news');
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

  respondWith(linkResponse('winbox77_my', 'https://operator.example/'));
  vi.advanceTimersByTime(9_999);
  assert.equal(fetchMock.mock.calls.length, 2);
  vi.advanceTimersByTime(1);
  await settle();
  assert.equal(store.getState().link, 'https://operator.example/');
  assert.equal(logMock.mock.calls.length, 1);

  vi.advanceTimersByTime(120_000);
  assert.equal(fetchMock.mock.calls.length, 3);
});

/** Failed requests for messages. */
const failures: Record<string, () => Promise<Response>> = {
  'status 500': async () => Response.json('broken', { status: 500 }),
  'a network error': () => Promise.reject(new TypeError('Failed to fetch')),
  HTML: async () => new Response('<!doctype html>'),
  null: async () => Response.json(null),
  'an array': async () => Response.json([]),
  'a string': async () => Response.json('messages'),
  'an empty object': async () => Response.json({}),
};

for (const [failure, respond] of Object.entries(failures)) {
  test(`Logs the error and needs a page load when the response for messages is ${failure}`, async () => {
    fetchMock.mockImplementation(respond);
    const store = createPageStore(exampleState());
    assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
    assert.equal(store.getState().currentLanguage, 'en');
    assert.equal(logMock.mock.calls.length, 1);
  });
}

test('Aborts the request for messages after a timeout', async () => {
  const timeout = new AbortController();
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  fetchMock.mockImplementation(
    (_url: unknown, options?: RequestInit) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  const store = createPageStore(exampleState());
  const change = store.getState().changeLanguage('zh');
  timeout.abort(new DOMException('too late', 'TimeoutError'));
  assert.equal(await change, 'needs load');
  assert.deepEqual(timeouts.mock.calls[0], [5_000]);
});

test('Retries failed requests for messages, but not a 404', async () => {
  respondWith('broken', 500);
  const store = createPageStore(exampleState());
  await store.getState().changeLanguage('zh');
  respondWith('gone', 404);
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.equal(store.getState().currentLanguage, 'en');
  assert.equal(fetchMock.mock.calls.length, 2);
});

test('Does not request a page load while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  respondWith('broken', 500);
  const store = createPageStore(exampleState());
  store.getState().preloadLanguages();
  assert.equal(fetchMock.mock.calls.length, 0);
  assert.equal(await store.getState().changeLanguage('zh'), 'offline');
});

test('Requests each language once', async () => {
  respondWith(messagesOf('zh'));
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(await store.getState().changeLanguage('en'), 'changed');
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.deepEqual(store.getState().messages, messagesOf('zh'));
  assert.equal(fetchMock.mock.calls.length, 1);
});

test('Does not request preloaded languages again', async () => {
  respondWith(messagesOf('zh'));
  const store = createPageStore(exampleState());
  store.getState().preloadLanguages();
  store.getState().preloadLanguages();
  const requested = fetchMock.mock.calls.map(([url]) => url);
  assert.deepEqual(requested, ['/messages-zh.json', '/messages-ms.json']);
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(fetchMock.mock.calls.length, 2);
});

test('The later of two concurrent language changes wins', async () => {
  respondWith(messagesOf('zh'));
  const store = createPageStore(exampleState());
  const [first, second] = await Promise.all([
    store.getState().changeLanguage('zh'),
    store.getState().changeLanguage('ms'),
  ]);
  assert.deepEqual([first, second], ['superseded', 'changed']);
  assert.equal(store.getState().currentLanguage, 'ms');
});

function messagesOf(code: string) {
  return locales.find((locale) => locale.code === code)?.table;
}

/** Lets pending promises settle. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
