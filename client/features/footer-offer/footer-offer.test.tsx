import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { restoreDismissed } from '../../dom/dismissal.ts';
import { renderPart } from '../../testing/render-page.tsx';
import { FooterOffer } from './footer-offer.tsx';

// Before the storage is cleared.
afterEach(() => {
  vi.restoreAllMocks();
});

test('The banner closes even if storage is blocked', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  const { classList } = document.documentElement;
  renderPart(<FooterOffer nextId="next" />);
  restoreDismissed();
  assert.equal(classList.contains('is-footer-offer-dismissed'), false);
  fireEvent.click(screen.getByRole('button', { name: 'Close the advertisement' }));
  assert.equal(classList.contains('is-footer-offer-dismissed'), true);
});
