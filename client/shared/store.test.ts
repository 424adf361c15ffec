import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { exampleState, locales } from '../testing/render-page.tsx';
import { createPageStore } from './store.ts';

const fetchMock = mock.method(globalThis, 'fetch');
const logMock = mock.method(console, 'error', () => {});

beforeEach(() => {
  fetchMock.mock.resetCalls();
  logMock.mock.resetCalls();
});

function answer(value: unknown, status = 200) {
  fetchMock.mock.mockImplementation(async () => Response.json(value, { status }));
}

const linkAnswer = (field: string, link: string) => ({
  data: { attributes: { [field]: link } },
});

test('A known link is not asked for', async () => {
  const store = createPageStore(exampleState());
  await store.getState().fetchLink();
  await store.getState().fetchBlogLink();
  assert.equal(fetchMock.mock.callCount(), 0);
});

test('An unknown link is asked for once at a time', async () => {
  answer(linkAnswer('winbox77_my', 'https://operator.example'));
  const store = createPageStore(exampleState({ link: null }));

  const asking = Promise.all([store.getState().fetchLink(), store.getState().fetchLink()]);
  assert.equal(store.getState().isFetching, true);
  await asking;

  assert.equal(fetchMock.mock.callCount(), 1);
  assert.equal(fetchMock.mock.calls[0]?.arguments[0], '/api/winbox?fields[0]=winbox77_my');
  assert.equal(store.getState().isFetching, false);
  assert.equal(store.getState().link, 'https://operator.example/');
});

test('The blog link is asked for by its own field', async () => {
  answer(linkAnswer('winboxv2_com', 'https://blog.example/news'));
  const store = createPageStore(exampleState({ blogLink: null }));
  await store.getState().fetchBlogLink();
  assert.equal(fetchMock.mock.calls[0]?.arguments[0], '/api/winbox?fields[0]=winboxv2_com');
  assert.equal(store.getState().blogLink, 'https://blog.example/news');
});

test('A link comes alive when the service recovers, and the failure is logged once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answer({}, 503);
  const store = createPageStore(exampleState({ link: null }));
  await store.getState().fetchLink();
  assert.equal(store.getState().link, null);

  t.mock.timers.tick(5_000);
  await settle();
  assert.equal(fetchMock.mock.callCount(), 2);

  answer(linkAnswer('winbox77_my', 'https://operator.example/'));
  t.mock.timers.tick(9_999);
  assert.equal(fetchMock.mock.callCount(), 2);
  t.mock.timers.tick(1);
  await settle();
  assert.equal(store.getState().link, 'https://operator.example/');
  assert.equal(logMock.mock.callCount(), 1);

  t.mock.timers.tick(120_000);
  assert.equal(fetchMock.mock.callCount(), 3);
});

/** How messages can fail to come, in what the request gives. */
const failures: Record<string, () => Promise<Response>> = {
  'an error': async () => Response.json('broken', { status: 500 }),
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  HTML: async () => new Response('<!doctype html>'),
  null: async () => Response.json(null),
  'a list': async () => Response.json([]),
  'a text': async () => Response.json('messages'),
  'an empty object': async () => Response.json({}),
};

for (const [failure, respond] of Object.entries(failures)) {
  test(`Messages that are ${failure} are logged, and only a load brings the language`, async () => {
    fetchMock.mock.mockImplementation(respond);
    const store = createPageStore(exampleState());
    assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
    assert.equal(store.getState().currentLanguage, 'en');
    assert.equal(logMock.mock.callCount(), 1);
  });
}

test('Messages that do not come in time are given up', async (t) => {
  const timeout = new AbortController();
  const timeouts = t.mock.method(AbortSignal, 'timeout', () => timeout.signal);
  fetchMock.mock.mockImplementation(
    (_address: unknown, options?: RequestInit) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  const store = createPageStore(exampleState());
  const change = store.getState().changeLanguage('zh');
  timeout.abort(new DOMException('too late', 'TimeoutError'));
  assert.equal(await change, 'needs load');
  assert.deepEqual(timeouts.mock.calls[0]?.arguments, [5_000]);
});

test('Messages that failed are requested again, those of another build are not', async () => {
  answer('broken', 500);
  const store = createPageStore(exampleState());
  await store.getState().changeLanguage('zh');
  answer('gone', 404);
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.equal(await store.getState().changeLanguage('zh'), 'needs load');
  assert.equal(store.getState().currentLanguage, 'en');
  assert.equal(fetchMock.mock.callCount(), 2);
});

test('While the browser is offline a load is no use', async (t) => {
  t.mock.getter(navigator, 'onLine', () => false);
  answer('broken', 500);
  const store = createPageStore(exampleState());
  store.getState().preloadLanguages();
  assert.equal(fetchMock.mock.callCount(), 0);
  assert.equal(await store.getState().changeLanguage('zh'), 'offline');
});

test('A language is loaded once', async () => {
  answer(messagesOf('zh'));
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(await store.getState().changeLanguage('en'), 'changed');
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.deepEqual(store.getState().messages, messagesOf('zh'));
  assert.equal(fetchMock.mock.callCount(), 1);
});

test('Languages that are preloaded are not loaded again', async () => {
  answer(messagesOf('zh'));
  const store = createPageStore(exampleState());
  store.getState().preloadLanguages();
  store.getState().preloadLanguages();
  const requested = fetchMock.mock.calls.map((call) => call.arguments[0]);
  assert.deepEqual(requested, ['/messages-zh.json', '/messages-ms.json']);
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(fetchMock.mock.callCount(), 2);
});

test('Of two quick choices the later language wins', async () => {
  answer(messagesOf('zh'));
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

/** Lets what was promised happen. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
