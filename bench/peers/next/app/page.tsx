import Home from '../../frameworks/home.tsx';
import { pageState } from '../../frameworks/page.ts';

/** Rendered once, by the build. */
export const dynamic = 'force-static';

export default function Page() {
  return <Home state={pageState(1)} />;
}
