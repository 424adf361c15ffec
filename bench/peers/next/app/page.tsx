import { Home } from './home.tsx';
import { pageState } from './site.ts';

/** Rendered once, by the build. */
export const dynamic = 'force-static';

export default function Page() {
  return <Home state={pageState(1)} />;
}
