import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderPart } from '../../testing/render-page.tsx';
import { Advert } from './advert.tsx';

const isScrollLocked = () => document.documentElement.classList.contains('is-scroll-locked');

test('The advert opens over the page, which stays still meanwhile', () => {
  renderPart(<Advert />);
  assert.ok(screen.getByRole('dialog', { name: 'RM10 for every new member' }));
  assert.equal(isScrollLocked(), true);
  const link = screen.getByRole('link');
  assert.equal(link.getAttribute('href'), 'https://operator.example/winbox-signup/');
});

/** Takes the advert out of sight at once; the page is free once it is closed. */
async function closeByIcon() {
  const dialog = screen.getByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  assert.equal(screen.queryByRole('dialog'), null);
  await waitFor(() => assert.equal(dialog.hasAttribute('open'), false));
}

test('The icon closes the advert and lets the page scroll again', async () => {
  renderPart(<Advert />);
  await closeByIcon();
  assert.equal(isScrollLocked(), false);
});

test('A click beside the advert closes it, one on it does not', () => {
  renderPart(<Advert />);
  const dialog = screen.getByRole('dialog');
  fireEvent.click(screen.getByText('Claim your bonus'));
  assert.ok(screen.queryByRole('dialog'));
  fireEvent.click(dialog);
  assert.equal(screen.queryByRole('dialog'), null);
});

test('Escape, which closes a dialog by itself, lets the page scroll again', () => {
  renderPart(<Advert />);
  const dialog: HTMLDialogElement = screen.getByRole('dialog');
  act(() => dialog.close());
  assert.equal(screen.queryByRole('dialog'), null);
  assert.equal(isScrollLocked(), false);
});

test('A closed advert stays closed when the visitor comes back to its page', async () => {
  function Page() {
    const [visit, setVisit] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setVisit(visit + 1)}>
          Leave and come back
        </button>
        <Advert key={visit} />
      </>
    );
  }
  renderPart(<Page />);
  await closeByIcon();
  fireEvent.click(screen.getByText('Leave and come back'));
  assert.equal(screen.queryByRole('dialog'), null);
});

test('Leaving the page lets the next one scroll', () => {
  const { unmount } = renderPart(<Advert />);
  unmount();
  assert.equal(isScrollLocked(), false);
});
