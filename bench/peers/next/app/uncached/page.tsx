import Home from '../../../frameworks/home.tsx';
import { pageState } from '../../../frameworks/page.ts';

/** Rendered for each request, with table rows of its own. */
export const dynamic = 'force-dynamic';

export default function Page() {
  return <Home state={pageState(Math.floor(Math.random() * 2 ** 32))} />;
}
