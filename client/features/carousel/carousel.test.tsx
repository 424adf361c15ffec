import assert from 'node:assert/strict';
import { type mock, test } from 'node:test';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render-page.tsx';
import { OfferCarousel } from './offer-carousel.tsx';

function renderOffers() {
  renderPart(<OfferCarousel label="offers.carousel.label" first="welcome" />);
}

/** Index of the slide that the dots mark as current. */
function shown() {
  const dots = screen.getAllByRole('button', { name: /^Show offer/ });
  return dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true');
}

function startClock(t: { mock: typeof mock }) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  return (milliseconds: number) => act(() => t.mock.timers.tick(milliseconds));
}

test('Advances every two seconds and wraps around', (t) => {
  const wait = startClock(t);
  renderOffers();
  assert.equal(shown(), 0);
  wait(1_999);
  assert.equal(shown(), 0);
  wait(1);
  assert.equal(shown(), 1);
  wait(2_000);
  assert.equal(shown(), 0);
});

test('Pauses on hover', (t) => {
  const wait = startClock(t);
  renderOffers();
  const carousel = screen.getByRole('region', { name: 'Bonus offers' });
  fireEvent.pointerEnter(carousel);
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.pointerLeave(carousel);
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pauses while a slide has focus', (t) => {
  const wait = startClock(t);
  renderOffers();
  const link = screen.getByRole('link', { name: /Welcome bonus/ });
  act(() => link.focus());
  wait(10_000);
  assert.equal(shown(), 0);
  act(() => link.blur());
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pauses in a hidden tab', (t) => {
  const wait = startClock(t);
  renderOffers();
  const visibility = t.mock.getter(document, 'visibilityState', () => 'hidden');
  fireEvent(document, new Event('visibilitychange'));
  wait(10_000);
  assert.equal(shown(), 0);
  visibility.mock.restore();
});

test('Does not advance under reduced motion until play is pressed', (t) => {
  const wait = startClock(t);
  t.mock.method(window, 'matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  renderOffers();
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.click(screen.getByRole('button', { name: 'Play the offers' }));
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pause, next, previous and dots control the carousel', (t) => {
  const wait = startClock(t);
  renderOffers();
  fireEvent.click(screen.getByRole('button', { name: 'Pause the offers' }));
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.click(screen.getByRole('button', { name: 'Next offer' }));
  assert.equal(shown(), 1);
  fireEvent.click(screen.getByRole('button', { name: 'Next offer' }));
  assert.equal(shown(), 0);
  fireEvent.click(screen.getByRole('button', { name: 'Previous offer' }));
  assert.equal(shown(), 1);
  fireEvent.click(screen.getByRole('button', { name: 'Show offer 1' }));
  assert.equal(shown(), 0);
});

test('The second carousel shows the offers in reverse order', () => {
  renderPart(<OfferCarousel label="offers.carousel.moreLabel" first="daily" />);
  const names = screen.getAllByRole('link').map((link) => link.textContent);
  assert.match(names[0] ?? '', /^50% daily bonus/);
  assert.match(names[1] ?? '', /^Welcome bonus/);
});
