import assert from 'node:assert/strict';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, type MockInstance, test, vi } from 'vitest';
import { PageLink } from '../components/page-link.tsx';
import { locales } from '../testing/example-state.ts';
import { renderPage, renderPart } from '../testing/render-page.tsx';

/** React logs errors with it. */
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
    fireEvent.click(screen.getByText(name, { selector: '.language-menu-item' }));
  });
}

for (const { code, table } of locales) {
  test(`Renders the whole page in ${code} without logging errors`, () => {
    const { container } = renderPage('/', { currentLanguage: code });
    assert.equal(container.querySelectorAll('h1').length, 1);
    assert.ok(screen.getByText(String(table['layout.skip.content'])));
    assert.equal(document.documentElement.lang, code);
    assert.deepEqual(
      log.mock.calls.map(([message]) => message),
      [],
    );
  });
}

test('A link to the current URL adds no history entry', () => {
  const search = `?lang=${locales[0]?.code}`;
  window.history.replaceState(null, '', `/${search}`);
  renderPart(<PageLink>Home</PageLink>);
  const { length } = window.history;
  fireEvent.click(screen.getByText('Home'));
  assert.equal(window.history.length, length);
  assert.equal(window.location.search, search);
});

test.skipIf(locales.length < 2)(
  'A choice of the current language adds no history entry',
  async () => {
    const [, other] = locales;
    assert.ok(other);
    renderPage('/');
    await choose(other.name);
    const { length } = window.history;
    await choose(other.name);
    assert.equal(window.history.length, length);
    assert.equal(window.location.search, `?lang=${other.code}`);
  },
);
