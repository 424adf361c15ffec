import { nextFrame } from '../dom/next-frame.ts';

/** Maximum delay of the start, in milliseconds. A hidden page is not painted, and a picture may hang. */
const timeLimit = 1_500;

/**
 * Resolves when the browser has painted the served HTML, including its high-priority picture, so that
 * hydration does not block the main thread before. An optimization: it resolves in any case.
 */
export function firstPaint(): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, timeLimit));
  return Promise.race([paint().catch(() => {}), timeout]);
}

async function paint(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => {});
  await nextFrame();
}
