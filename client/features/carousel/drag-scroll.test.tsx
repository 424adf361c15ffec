import assert from 'node:assert/strict';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { OfferCarousel } from './offer-carousel.tsx';

/** Fires a pointer event. jsdom lacks PointerEvent, so its fields are assigned. */
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

test('Dragging scrolls twice the distance of the mouse', () => {
  const { strip } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 240);
  assert.equal(strip.scrollLeft, 120);
  point('pointerUp', strip, 240);
});

test('The click at the end of a drag does not follow the link', () => {
  const { strip, link } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 240);
  point('pointerUp', strip, 240);
  assert.equal(follows(link), false);
});

test('A click without a drag follows the link', () => {
  const { strip, link } = renderStrip();
  point('pointerDown', strip, 300);
  point('pointerMove', strip, 301);
  point('pointerUp', strip, 301);
  assert.equal(strip.scrollLeft, 0);
  assert.equal(follows(link), true);
});
