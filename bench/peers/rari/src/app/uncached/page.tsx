import Home from '../../home.js';
import { pageState } from '../site.ts';

/** Rendered for each request, with table rows of its own. */
export default function Page() {
  return <Home state={pageState(Math.floor(Math.random() * 2 ** 32))} />;
}
