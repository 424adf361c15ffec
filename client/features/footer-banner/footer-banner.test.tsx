import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { restoreDismissal } from './dismissal.ts';
import { FooterBanner } from './footer-banner.tsx';

// Before the storage is cleared.
afterEach(() => {
  vi.restoreAllMocks();
});

test('The banner closes even if storage is blocked', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  const { classList } = document.documentElement;
  renderPart(
    <footer>
      <FooterBanner />
      <nav tabIndex={-1} />
    </footer>,
  );
  restoreDismissal();
  assert.equal(classList.contains('is-banner-dismissed'), false);
  fireEvent.click(screen.getByRole('button', { name: 'Close the advertisement' }));
  assert.equal(classList.contains('is-banner-dismissed'), true);
});
