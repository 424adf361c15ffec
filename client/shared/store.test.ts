import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { exampleState } from '../testing/render-page.tsx';
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

test('A language that cannot be loaded leaves the old one, and is logged', async () => {
  answer('broken', 500);
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'kept');
  assert.equal(store.getState().currentLanguage, 'en');
  assert.equal(logMock.mock.callCount(), 1);
});

test('A page whose files are gone is outdated', async () => {
  answer('gone', 404);
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'outdated');
  assert.equal(store.getState().currentLanguage, 'en');
});

test('A language is loaded once', async () => {
  answer({ 'footer.nav.home': '首页' });
  const store = createPageStore(exampleState());
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(await store.getState().changeLanguage('en'), 'changed');
  assert.equal(await store.getState().changeLanguage('zh'), 'changed');
  assert.equal(store.getState().messages['footer.nav.home'], '首页');
  assert.equal(fetchMock.mock.callCount(), 1);
});

test('Of two quick choices the later language wins', async () => {
  answer({ 'footer.nav.home': 'x' });
  const store = createPageStore(exampleState());
  const [first, second] = await Promise.all([
    store.getState().changeLanguage('zh'),
    store.getState().changeLanguage('ms'),
  ]);
  assert.deepEqual([first, second], ['kept', 'changed']);
  assert.equal(store.getState().currentLanguage, 'ms');
});

/** Lets what was promised happen. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
