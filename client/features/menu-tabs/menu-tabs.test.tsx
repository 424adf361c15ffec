import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { MenuTabs } from './menu-tabs.tsx';

test('A click with a modifier opens a tab of the browser, and changes nothing here', () => {
  renderPart(<MenuTabs firstId="first-block" contentId="content" />);
  const [, tab] = screen.getAllByRole('link');
  assert.ok(tab);
  for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { button: 1 }]) {
    assert.equal(fireEvent.click(tab, modifier), true);
  }
  assert.equal(tab.getAttribute('aria-current'), null);
});
