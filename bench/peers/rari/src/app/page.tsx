import { pageState } from '../../../frameworks/page.ts';
import Home from '../home.js';

/** Kept by the server's response cache. */
export default function Page() {
  return <Home state={pageState(1)} />;
}
