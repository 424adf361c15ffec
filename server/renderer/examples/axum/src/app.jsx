import { lazy, Suspense } from 'react';

/** How long a page is rendered, in milliseconds, by its path. */
const durations = { '/stream': 300, '/loop': Infinity, '/stream/loop': Infinity };

export function App({ path }) {
  const turns = work(durations[path] ?? 0);
  return (
    <>
      <h1>
        Rendered at {path} in {turns} turns
      </h1>
      <Suspense fallback={<p>not yet</p>}>
        <Late />
      </Suspense>
    </>
  );
}

const Late = lazy(async () => ({ default: () => <p>what React waited for</p> }));

/** Stands for a page that takes long. Its result is used, or the bundler would remove the loop. */
function work(milliseconds) {
  const end = Date.now() + milliseconds;
  let turns = 0;
  do turns += 1;
  while (Date.now() < end);
  return turns;
}
