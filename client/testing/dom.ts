/** Setup file that adds stubs of the APIs that jsdom lacks. */

Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  scrollTo() {},
  /** Reports at once that nothing intersects. */
  IntersectionObserver: class {
    #onFrame: (entries: never[]) => void;
    constructor(onFrame: (entries: never[]) => void) {
      this.#onFrame = onFrame;
    }
    observe() {
      queueMicrotask(() => this.#onFrame([]));
    }
    disconnect() {}
  },
});

Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
HTMLElement.prototype.hidePopover = () => {};

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
