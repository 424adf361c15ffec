/** Gives a test's process a browser's globals, loaded before anything else. */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
  url: 'http://127.0.0.1/',
  // Otherwise every page counts as hidden.
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
// Node's own would not be heard by jsdom's elements.
for (const name of ['Event', 'EventTarget', 'CustomEvent']) globalThis[name] = window[name];

/** What jsdom does not draw: enough for the code to run. */
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

/** Every frame is laid out at once, and nothing comes into view. */
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
