import { renderToString } from 'react-dom/server';
import { App } from './app.jsx';

let title;

/** Called once in each engine, before its first render. */
export function configure(configuration) {
  title = configuration.title;
}

/** Renders a page into the host's writer with this id. */
export function render(id, { path }) {
  // First, so that it can be sent while React renders.
  marquee.head(id, `<!doctype html>\n<html lang="en"><title>${title}</title>\n<div id="app">`);
  marquee.write(id, `${renderToString(<App path={path} />)}</div>\n</html>\n`);
}
