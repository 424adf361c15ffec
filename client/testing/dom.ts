/** Setup file that adds stubs of the APIs that jsdom lacks. */

/** Reports nothing. */
class Observer {
  observe() {}
  disconnect() {}
}

Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  scrollTo() {},
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
});

Document.prototype.elementFromPoint = () => null;

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
