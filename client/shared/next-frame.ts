/** Resolves in a task after the browser has laid out and painted a frame with the element. */
export function nextFrame(element: Element): Promise<void> {
  return new Promise((resolve) => {
    // Browsers report where an element stands once they have laid out a frame.
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      void nextTask().then(resolve);
    });
    observer.observe(element);
  });
}

/** Resolves in a task of its own, so that the browser can do what is more urgent before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
