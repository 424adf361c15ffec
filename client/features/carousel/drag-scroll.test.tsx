import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render-page.tsx';
import { OfferCarousel } from './offer-carousel.tsx';

/** jsdom knows no pointers: a mouse event with the fields that matter. */
function point(type: 'pointerDown' | 'pointerMove' | 'pointerUp', strip: Element, clientX: number) {
  const event = createEvent[type](strip);
  Object.assign(event, {
    button: 0,
    buttons: type === 'pointerUp' ? 0 : 1,
    pointerId: 1,
    pointerType: 'mouse',
    clientX,
  });
  fireEvent(strip, event);
}

function renderStrip() {
  const { container } = renderPart(
    <OfferCarousel label="offers.carousel.label" first="welcome" isDraggable />,
  );
  const strip = container.querySelector('.carousel-strip');
  assert.ok(strip);
  strip.setPointerCapture = () => {};
  const link = screen.getByRole('link', { name: /Welcome bonus/ });
  return { strip, link };
}

/** Whether the browser would follow the link. */
const follows = (link: Element) => fireEvent.click(link);

test('The mouse pulls the offers twice as far as it moves', () => {
  const { strip } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 240);
  assert.equal(strip.scrollLeft, 120);
  point('pointerUp', strip, 240);
});

test('The end of a drag does not open the offer under the mouse', () => {
  const { strip, link } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 240);
  point('pointerUp', strip, 240);
  assert.equal(follows(link), false);
});

test('A click without a drag opens the offer', () => {
  const { strip, link } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 301);
  point('pointerUp', strip, 301);
  assert.equal(strip.scrollLeft, 0);
  assert.equal(follows(link), true);
});
