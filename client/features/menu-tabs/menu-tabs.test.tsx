import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { MenuTabs } from './menu-tabs.tsx';

function renderTabs() {
  renderPart(
    <>
      <MenuTabs firstId="first-block" contentId="content" />
      <section id="first-block" tabIndex={-1} />
      <section id="content" tabIndex={-1} />
    </>,
  );
}

const tab = (name: string) => screen.getByRole('link', { name });
const active = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map((link) => link.textContent);

test('There are eight links in a navigation, the first one active', () => {
  renderTabs();
  assert.ok(screen.getByRole('navigation', { name: 'Games and promotions' }));
  assert.equal(screen.getAllByRole('link').length, 8);
  assert.deepEqual(active(), ['Slots']);
});

test('The first tab scrolls smoothly to the first block, the others to the content', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderTabs();
  const focused: (string | undefined)[] = [];
  for (const name of ['Fishing', 'Promotions', 'Slots']) {
    fireEvent.click(tab(name));
    assert.deepEqual(active(), [name]);
    focused.push(document.activeElement?.id);
  }
  const targets = scroll.mock.contexts.map((block) => (block as Element).id);
  assert.deepEqual(targets, ['content', 'content', 'first-block']);
  assert.deepEqual(focused, targets);
  assert.deepEqual(scroll.mock.calls[0]?.[0], { behavior: 'smooth', block: 'start' });
});

test('Ignores clicks with modifiers', () => {
  renderTabs();
  for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { button: 1 }]) {
    assert.equal(fireEvent.click(tab('Poker'), modifier), true);
  }
  assert.deepEqual(active(), ['Slots']);
});
