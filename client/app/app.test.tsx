import assert from 'node:assert/strict';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, type MockInstance, test, vi } from 'vitest';
import { locales } from '../testing/example-state.ts';
import { renderPage } from '../testing/render-page.tsx';

/** React and React Intl log errors with it. */
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, 'error');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const code = /messages-(\w+)\.json/.exec(String(url))?.[1];
    return Response.json(locales.find((locale) => locale.code === code)?.table);
  });
});

async function choose(name: string) {
  await act(async () => {
    fireEvent.click(screen.getByText(name, { selector: '[role="menuitemradio"]' }));
  });
}

for (const { code, table } of locales) {
  test(`Renders the whole page in ${code} without logging errors`, () => {
    const { container } = renderPage('/', { currentLanguage: code });
    assert.equal(container.querySelectorAll('h1').length, 1);
    assert.equal(container.querySelectorAll('table').length, 2);
    assert.equal(container.querySelectorAll('.menu-tab').length, 8);
    assert.ok(screen.getByText(String(table['content.licence.title'])));
    assert.equal(document.documentElement.lang, code);
    assert.deepEqual(
      log.mock.calls.map(([message]) => message),
      [],
    );
  });
}

test('Unknown paths show the not-found page with a link home', () => {
  renderPage('/no/such/page', { urlLanguage: null });
  assert.ok(screen.getByRole('heading', { name: '404 - Page Not Found' }));
  assert.ok(screen.getByText("The page you are looking for doesn't exist."));
  fireEvent.click(screen.getByRole('link', { name: 'Back to home' }));
  assert.equal(window.location.pathname, '/');
  assert.ok(screen.getByText('Popular games'));
  assert.equal(document.activeElement, screen.getByRole('main'));
});

test('A link to the home page moves the focus to its start', () => {
  renderPage('/');
  const blog = screen.getByRole('link', { name: 'Visit our blog', hidden: true });
  blog.focus();
  fireEvent.click(blog);
  assert.equal(document.activeElement, document.getElementById('main'));
});

test('/winbox-login redirects home and keeps the language', () => {
  renderPage('/winbox-login?lang=en', { urlLanguage: 'en' });
  assert.equal(window.location.pathname + window.location.search, '/?lang=en');
});

test('Choosing a language switches texts, URL and title', async () => {
  renderPage('/');
  await choose('Bahasa Melayu');
  assert.ok(screen.getByText('Kredit percuma 365 hari setahun', { selector: 'h1' }));
  assert.equal(window.location.search, '?lang=ms');
  assert.equal(document.documentElement.lang, 'ms');
  assert.match(document.title, /Kredit Percuma/);
});

test('A link to the current URL adds no history entry', async () => {
  renderPage('/');
  await choose('Bahasa Melayu');
  const { length } = window.history;
  await choose('Bahasa Melayu');
  fireEvent.click(screen.getByRole('link', { name: 'Laman utama Marquee' }));
  assert.equal(window.history.length, length);
  assert.equal(window.location.search, '?lang=ms');
});

test('Going back in the history restores the previous language', async () => {
  renderPage('/');
  await choose('Bahasa Melayu');
  await choose('中文');
  assert.equal(document.documentElement.lang, 'zh');
  act(() => window.history.back());
  await waitFor(() => assert.equal(document.documentElement.lang, 'ms'));
  act(() => window.history.back());
  await waitFor(() => assert.equal(document.documentElement.lang, 'en'));
  assert.equal(window.location.search, '');
});
