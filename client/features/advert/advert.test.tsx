import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { Advert } from './advert.tsx';

test('A click on the advert itself does not close it', () => {
  renderPart(<Advert />);
  fireEvent.click(screen.getByText('Claim your bonus'));
  assert.ok(screen.queryByRole('dialog'));
});

test('Unmounting unlocks scrolling', () => {
  const isScrollLocked = () => document.documentElement.classList.contains('is-scroll-locked');
  const { unmount } = renderPart(<Advert />);
  assert.equal(isScrollLocked(), true);
  unmount();
  assert.equal(isScrollLocked(), false);
});
