import { renderToPipeableStream } from 'react-dom/server';
import { App } from './app.jsx';

let title;

/** The paths that are pages. */
const paths = ['/', '/stream', '/loop', '/stream/loop'];

/** Called once in each engine, before its first render. */
export function configure(configuration) {
  title = configuration.title;
}

/** Renders a page; ends when the promise is settled. */
export function render(page, { path }) {
  if (path === '/old') return page.head('', { status: 308, headers: { location: '/' } });
  const status = paths.includes(path) ? 200 : 404;
  // First, so that it can be sent while React renders.
  page.head(`<!doctype html>\n<html lang="en"><title>${title}</title>\n<div id="app">`, { status });
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<App path={path} />, {
      // What is suspended is there, too.
      onAllReady() {
        pipe(page);
        page.write('</div>\n</html>\n');
        resolve();
      },
      onError: reject,
    });
  });
}
