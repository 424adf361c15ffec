import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { Welcome } from './welcome.tsx';

test('A click on the welcome pop-up itself does not close it', () => {
  renderPart(<Welcome />);
  fireEvent.click(screen.getByText('Claim your bonus'));
  assert.ok(screen.queryByRole('dialog'));
});

test('Unmounting unlocks scrolling', () => {
  const isScrollLocked = () => document.documentElement.classList.contains('is-scroll-locked');
  const { unmount } = renderPart(<Welcome />);
  assert.equal(isScrollLocked(), true);
  unmount();
  assert.equal(isScrollLocked(), false);
});
