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

test('Fetches in vain start one chain of retries, which the end of an outage shortens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respondWith({}, 503);
  const store = createPageStore(exampleState({ blogLink: null }));
  for (let visit = 0; visit < 5; visit += 1) await store.getState().fetchBlogLink();
  assert.equal(fetchMock.mock.calls.length, 1);
  await vi.advanceTimersByTimeAsync(5_000);
  assert.equal(fetchMock.mock.calls.length, 2);

  respondWith(linkResponse('winboxv2_com', 'https://blog.example/news'));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  assert.equal(store.getState().blogLink, 'https://blog.example/news');
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(120_000);
  assert.equal(fetchMock.mock.calls.length, 3);
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
  test(`A language change fails when two responses for messages are ${failure}`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fetchMock.mockImplementation(respond);
    const store = createPageStore(exampleState());
    const change = store.getState().changeLanguage('zh');
    assert.equal(store.getState().pendingLanguage?.code, 'zh');
    await vi.advanceTimersByTimeAsync(1_000);
    assert.equal(await change, 'failed');
    const { currentLanguage, pendingLanguage, hasLanguageFailed } = store.getState();
    assert.deepEqual(
      { currentLanguage, pendingLanguage, hasLanguageFailed },
      { currentLanguage: 'en', pendingLanguage: null, hasLanguageFailed: true },
    );
    assert.equal(fetchMock.mock.calls.length, 2);
    assert.equal(logMock.mock.calls.length, 2);
  });
}

test('A language changes when the second response for its messages is complete', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respondWith(messagesOf('zh'));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createPageStore(exampleState());
  const change = store.getState().changeLanguage('zh');
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'changed');
  assert.equal(store.getState().currentLanguage, 'zh');
});

test('Each request for messages has a timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const timeouts = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
  fetchMock.mockImplementation(async (_url: unknown, options?: RequestInit) => {
    options?.signal?.throwIfAborted();
    return Response.json({});
  });
  const store = createPageStore(exampleState());
  const change = store.getState().changeLanguage('zh');
  await vi.advanceTimersByTimeAsync(1_000);
  assert.equal(await change, 'failed');
  assert.deepEqual(timeouts.mock.calls, [[5_000], [5_000]]);
});

/** Responds with 404 for messages, and to a probe of the page with a language. */
function respondWithoutMessages(contentLanguage: string) {
  fetchMock.mockImplementation(async (_url: unknown, options?: RequestInit) =>
    options?.method === 'HEAD'
      ? new Response(null, { headers: { 'Content-Language': contentLanguage } })
      : Response.json('gone', { status: 404 }),
  );
}

test('Needs a page load when the messages are gone and the page is there', async () => {
  respondWithoutMessages('zh');
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  // The 404 is cached: a retry would fail too.
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.deepEqual(
    fetchMock.mock.calls.map(([url]) => url),
    ['/messages-zh.json', '/?lang=zh', '/?lang=zh'],
  );
});

test('Needs a page load when the text nodes were replaced and the page is there', async () => {
  respondWithoutMessages('zh');
  const store = createPageStore(exampleState());
  store.setState({ isRewritten: true });
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.equal(fetchMock.mock.calls.length, 1);
});

for (const [what, probe] of [
  ['another page responds', async () => new Response('Sign in to this network')],
  ['nothing responds', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const) {
  test(`Does not load a page when ${what}`, async () => {
    fetchMock.mockImplementation(probe);
    const store = createPageStore(exampleState());
    store.setState({ isRewritten: true });
    assert.equal(await store.getState().changeLanguage('zh'), 'failed');
    assert.equal(store.getState().hasLanguageFailed, true);
  });
}

test('A navigation cancels a language change', async () => {
  respondWith(messagesOf('zh'));
  const store = createPageStore(exampleState());
  const change = store.getState().changeLanguage('zh');
  window.history.pushState(null, '', '/elsewhere');
  assert.equal(await change, 'canceled');
  assert.equal(store.getState().currentLanguage, 'en');
  window.history.replaceState(null, '', '/');
});

test('Does not preload languages while offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  createPageStore(exampleState()).getState().preloadLanguages();
  assert.equal(fetchMock.mock.calls.length, 0);
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
  assert.deepEqual([first, second], ['canceled', 'changed']);
  assert.equal(store.getState().currentLanguage, 'ms');
});

function messagesOf(code: string) {
  return locales.find((locale) => locale.code === code)?.table;
}

/** Lets pending promises settle. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
