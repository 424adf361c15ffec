/** The browser's side of the pages: a few bytes that run at once, and the rest when it is due. */
import './styles/index.css';
import { firstPaint } from './shared/first-paint.ts';

// A page that was served empty has nothing to paint yet.
const isServedWhole = document.getElementById('app')?.hasChildNodes();
if (isServedWhole) await firstPaint();
await import(document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '');
