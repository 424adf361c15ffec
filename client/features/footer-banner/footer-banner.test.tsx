import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { FooterBanner } from './footer-banner.tsx';

const banner = () => screen.queryByRole('complementary', { name: 'Advertisement' });

test('The banner links to sign-up', () => {
  renderPart(<FooterBanner />);
  const link = screen.getByRole('link');
  assert.equal(link.getAttribute('href'), 'https://operator.example/winbox-signup/');
});

test('A closed banner stays closed for the session', () => {
  const { unmount } = renderPart(<FooterBanner />);
  fireEvent.click(screen.getByRole('button', { name: 'Close the advertisement' }));
  assert.equal(banner(), null);
  unmount();
  renderPart(<FooterBanner />);
  assert.equal(banner(), null);
});

test('The banner closes even if storage is blocked', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  renderPart(<FooterBanner />);
  fireEvent.click(screen.getByRole('button', { name: 'Close the advertisement' }));
  assert.equal(banner(), null);
  vi.restoreAllMocks();
});
