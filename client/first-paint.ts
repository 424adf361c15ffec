import { nextFrame } from './shared/next-frame.ts';

/** The longest that a picture may keep the page from coming alive, milliseconds. */
const patience = 1000;

/**
 * Resolves once the browser has painted what was served, its foremost picture
 * with it: bringing a page to life keeps it busy, and visitors would wait for
 * what is there already. A page that nobody sees is not painted, and does not
 * wait.
 */
export async function firstPaint(): Promise<void> {
  if (document.hidden) return;
  const hidden = new Promise<unknown>((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true });
  });
  await Promise.race([paint(), hidden]);
}

async function paint(): Promise<void> {
  await paintOfWords();
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!picture) return;
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  // A picture that fails is not waited for either.
  await Promise.race([picture.decode().catch(() => {}), late]);
  await nextFrame(picture);
}

function paintOfWords(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return resolve();
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
