import { pageState } from '../../../../frameworks/page.ts';
import Home from '../../home.js';

/** Rendered for each request, with table rows of its own. */
export default function Page() {
  return <Home state={pageState(Math.floor(Math.random() * 2 ** 32))} />;
}
