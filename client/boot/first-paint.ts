import { nextFrame } from '../dom/next-frame.ts';

/** Maximum delay of hydration by a picture, in milliseconds. */
const pictureTimeout = 1000;

/**
 * Resolves when the browser has painted the served HTML, including its high-priority picture, so that
 * hydration does not block the main thread before. Resolves at once in a hidden page, which is not
 * painted.
 */
export async function firstPaint(): Promise<void> {
  if (document.hidden) return;
  const hidden = new Promise<unknown>((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true });
  });
  await Promise.race([paint(), hidden]);
}

async function paint(): Promise<void> {
  await textPaint();
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!picture) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, pictureTimeout));
  // A picture that fails to load does not delay hydration.
  await Promise.race([picture.decode().catch(() => {}), timeout]);
  await nextFrame(picture);
}

function textPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return resolve();
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
