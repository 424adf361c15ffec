import Home from '../home.js';
import { pageState } from './site.ts';

/** Kept by the server's response cache. */
export default function Page() {
  return <Home state={pageState(1)} />;
}
