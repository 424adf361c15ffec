import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { MenuTabs } from './menu-tabs.tsx';

function renderTabs() {
  renderPart(
    <>
      <MenuTabs panelId="first-block" contentId="content">
        Games
      </MenuTabs>
      <div id="content" />
    </>,
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

test('There are eight tabs, the first one selected', () => {
  renderTabs();
  assert.equal(screen.getAllByRole('tab').length, 8);
  assert.equal(selected(), 'Slots');
});

test('The first tab scrolls smoothly to the first block, the others to the content', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderTabs();
  for (const name of ['Fishing', 'Promotions', 'Slots']) {
    fireEvent.click(tab(name));
    assert.equal(selected(), name);
  }
  const targets = scroll.mock.contexts.map((block) => (block as Element).id);
  assert.deepEqual(targets, ['content', 'content', 'first-block']);
  assert.deepEqual(scroll.mock.calls[0]?.[0], { behavior: 'smooth', block: 'start' });
});

test('All tabs share one panel, labelled by the selected tab', () => {
  renderTabs();
  fireEvent.click(tab('Poker'));
  assert.equal(screen.getByRole('tabpanel', { name: 'Poker' }).textContent, 'Games');
});

test('Arrow keys, Home and End move the focus, Space selects', () => {
  renderTabs();
  const focused = () => document.activeElement?.textContent;
  tab('Slots').focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });
  press('ArrowLeft');
  assert.equal(focused(), 'Promotions');
  press('ArrowRight');
  press('ArrowRight');
  assert.equal(focused(), 'Live casino');
  press('End');
  assert.equal(focused(), 'Promotions');
  press('Home');
  assert.equal(focused(), 'Slots');
  press('ArrowRight');
  assert.equal(selected(), 'Slots');
  press(' ');
  assert.equal(selected(), 'Live casino');
});

test('Ignores keys and clicks with modifiers', () => {
  renderTabs();
  tab('Slots').focus();
  for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ']) {
      assert.equal(fireEvent.keyDown(tab('Slots'), { key, ...modifier }), true, key);
      assert.equal(document.activeElement, tab('Slots'));
    }
    assert.equal(fireEvent.click(tab('Poker'), modifier), true);
  }
  assert.equal(fireEvent.click(tab('Poker'), { button: 1 }), true);
  assert.equal(selected(), 'Slots');
});

test('Only the selected tab is in the tab order', () => {
  renderTabs();
  const stops = screen.getAllByRole('tab').filter((item) => item.tabIndex === 0);
  assert.deepEqual(
    stops.map((item) => item.textContent),
    ['Slots'],
  );
});
