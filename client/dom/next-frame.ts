/** Maximum time to wait, in milliseconds: what waits is only better after a frame, or when idle. */
const timeout = 1_000;

/** Resolves when the browser is idle. Safari, which does not tell, goes on in a new task. */
export function nextIdle(): Promise<unknown> {
  if (!('requestIdleCallback' in window)) return nextTask();
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout }));
}

/** Resolves in a task after the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeout);
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
