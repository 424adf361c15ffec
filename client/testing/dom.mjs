/** Preload module that adds jsdom's browser globals to the test process. */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
  url: 'http://127.0.0.1/',
  // Otherwise `document.hidden` is true.
  pretendToBeVisual: true,
});

const names = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
for (const name of names) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => window[name],
    set: (value) => Object.defineProperty(globalThis, name, { value, writable: true }),
  });
}
// jsdom's elements reject Node's own events.
for (const name of ['Event', 'EventTarget', 'CustomEvent']) globalThis[name] = window[name];

/** Stubs of APIs that jsdom lacks. */
const { Element, HTMLDialogElement, HTMLElement } = window;

window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
HTMLElement.prototype.hidePopover = () => {};

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new window.Event('close'));
};

/** Reports at once that nothing intersects. */
globalThis.IntersectionObserver = class {
  #onFrame;
  constructor(onFrame) {
    this.#onFrame = onFrame;
  }
  observe() {
    queueMicrotask(() => this.#onFrame([]));
  }
  disconnect() {}
};
