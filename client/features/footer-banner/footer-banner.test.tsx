import assert from 'node:assert/strict';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { restoreDismissal } from './dismissal.ts';
import { FooterBanner } from './footer-banner.tsx';

const { classList } = document.documentElement;
const isHidden = () => classList.contains('is-banner-dismissed');

afterEach(() => {
  classList.remove('is-banner-dismissed');
  vi.restoreAllMocks();
});

function renderFooter() {
  renderPart(
    <footer>
      <FooterBanner />
      <nav tabIndex={-1} />
    </footer>,
  );
}

function close() {
  fireEvent.click(screen.getByRole('button', { name: 'Close the advertisement' }));
}

test('The banner links to sign-up', () => {
  renderFooter();
  const link = screen.getByRole('link');
  assert.equal(link.getAttribute('href'), 'https://operator.example/winbox-signup/');
});

test('Closing the banner moves the focus to what follows it', () => {
  renderFooter();
  close();
  assert.equal(isHidden(), true);
  assert.equal(document.activeElement, screen.getByRole('navigation'));
});

test('A closed banner is hidden before the next page of the session is painted', () => {
  renderFooter();
  restoreDismissal();
  assert.equal(isHidden(), false);
  close();
  classList.remove('is-banner-dismissed');
  restoreDismissal();
  assert.equal(isHidden(), true);
});

test('The banner closes even if storage is blocked', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  renderFooter();
  restoreDismissal();
  assert.equal(isHidden(), false);
  close();
  assert.equal(isHidden(), true);
});
