import assert from 'node:assert/strict';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { test } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { Advert } from './advert.tsx';

const isScrollLocked = () => document.documentElement.classList.contains('is-scroll-locked');

test('The advert opens as a modal and locks scrolling', () => {
  renderPart(<Advert />);
  assert.ok(screen.getByRole('dialog', { name: 'RM10 bonus for new members' }));
  assert.equal(isScrollLocked(), true);
  const link = screen.getByRole('link');
  assert.equal(link.getAttribute('href'), 'https://operator.example/winbox-signup/');
});

/** Closes the advert with its button. It is hidden at once, and closed a frame later. */
async function closeByIcon() {
  const dialog = screen.getByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  assert.equal(screen.queryByRole('dialog'), null);
  await waitFor(() => assert.equal(dialog.hasAttribute('open'), false));
}

test('The close button closes the advert and unlocks scrolling', async () => {
  renderPart(<Advert />);
  await closeByIcon();
  assert.equal(isScrollLocked(), false);
});

test('A click on the backdrop closes the advert, a click on the advert does not', () => {
  renderPart(<Advert />);
  const dialog = screen.getByRole('dialog');
  fireEvent.click(screen.getByText('Claim your bonus'));
  assert.ok(screen.queryByRole('dialog'));
  fireEvent.click(dialog);
  assert.equal(screen.queryByRole('dialog'), null);
});

test('Closing with Escape unlocks scrolling', () => {
  renderPart(<Advert />);
  const dialog: HTMLDialogElement = screen.getByRole('dialog');
  act(() => dialog.close());
  assert.equal(screen.queryByRole('dialog'), null);
  assert.equal(isScrollLocked(), false);
});

test('A closed advert stays closed when the page is mounted again', async () => {
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

test('Unmounting unlocks scrolling', () => {
  const { unmount } = renderPart(<Advert />);
  unmount();
  assert.equal(isScrollLocked(), false);
});
