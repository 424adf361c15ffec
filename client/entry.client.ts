/** The browser's side of the pages: a few bytes that run at once, and the rest when it is due. */
import './styles/index.css';
import { firstPaint } from './shared/first-paint.ts';

// A page that was served empty has nothing to paint yet.
const isServedWhole = document.getElementById('app')?.hasChildNodes();
if (isServedWhole) await firstPaint();
const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
await import(app).catch(async (error: unknown) => {
  // A newer build is served, and the page of a cache or a tab from yesterday is not: once.
  const { status } = await fetch(app, { method: 'HEAD' });
  if (status !== 404 || sessionStorage.outdated === app) throw error;
  sessionStorage.outdated = app;
  location.reload();
});
