/** Maximum time to wait for a frame, in milliseconds: what waits for one is only better after it. */
const frameTimeout = 1_000;

/** Resolves in a task after the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, frameTimeout);
    if (!('IntersectionObserver' in window)) return;
    // The initial callback comes with the next frame, after layout.
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      void nextTask().then(resolve);
    });
    observer.observe(document.documentElement);
  });
}

/** Resolves in a new task, which yields to more urgent work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (!('MessageChannel' in window)) {
      setTimeout(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
