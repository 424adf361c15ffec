import assert from 'node:assert/strict';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { OfferCarousel } from './offer-carousel.tsx';

function renderOffers(isAdvertClosed = true) {
  renderPart(<OfferCarousel label="offers.carousel.label" first="welcome" />, { isAdvertClosed });
}

/** Index of the slide that the dots mark as current. */
function shown() {
  const dots = screen.getAllByRole('button', { name: /^Show offer/ });
  return dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true');
}

function startClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
}

afterEach(() => {
  vi.useRealTimers();
});

test('Advances every two seconds and wraps around', () => {
  const wait = startClock();
  renderOffers();
  assert.equal(shown(), 0);
  wait(1_999);
  assert.equal(shown(), 0);
  wait(1);
  assert.equal(shown(), 1);
  wait(2_000);
  assert.equal(shown(), 0);
});

test('Pauses on hover', () => {
  const wait = startClock();
  renderOffers();
  const carousel = screen.getByRole('region', { name: 'Bonus offers' });
  fireEvent.pointerEnter(carousel);
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.pointerLeave(carousel);
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pauses on hover that began before hydration', () => {
  const wait = startClock();
  const matches = vi.spyOn(Element.prototype, 'matches');
  matches.mockImplementation((selector) => selector === ':hover');
  renderOffers();
  matches.mockRestore();
  wait(10_000);
  assert.equal(shown(), 0);
});

test('A movement inside pauses it, unless play was pressed there', () => {
  const wait = startClock();
  renderOffers();
  const carousel = screen.getByRole('region', { name: 'Bonus offers' });
  fireEvent.pointerMove(carousel);
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.click(screen.getByRole('button', { name: 'Pause the offers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Resume the offers' }));
  fireEvent.pointerMove(carousel);
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Does not advance behind the advert', () => {
  const wait = startClock();
  renderOffers(false);
  wait(10_000);
  assert.equal(shown(), 0);
});

test('Pauses while a slide has focus', () => {
  const wait = startClock();
  renderOffers();
  const link = screen.getByRole('link', { name: /Welcome bonus/ });
  act(() => link.focus());
  wait(10_000);
  assert.equal(shown(), 0);
  act(() => link.blur());
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pauses in a hidden tab', () => {
  const wait = startClock();
  renderOffers();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
  wait(10_000);
  assert.equal(shown(), 0);
  visibility.mockRestore();
});

test('Does not advance under reduced motion until play is pressed', () => {
  const wait = startClock();
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    ...window.matchMedia(''),
    matches: true,
  });
  renderOffers();
  wait(10_000);
  assert.equal(shown(), 0);
  fireEvent.click(screen.getByRole('button', { name: 'Resume the offers' }));
  wait(2_000);
  assert.equal(shown(), 1);
});

test('Pause, next, previous and dots control the carousel', () => {
  const wait = startClock();
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
