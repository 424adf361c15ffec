import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.bun';
import { PageDestination } from './destination.ts';
import { writeHead } from './host.ts';

interface PageParts {
  /** HTTP status that it is sent with. */
  status: number;
  /** HTML before what React renders. */
  start: string;
  tree: ReactNode;
  /** HTML after it. */
  end: string;
}

/**
 * Renders one page into the host's writer of that id. It settles when all was
 * written or the visitor has left, and rejects when the page failed.
 */
export async function streamPage(
  id: number,
  { status, start, tree, end }: PageParts,
): Promise<void> {
  const destination = new PageDestination(id, end);

  await new Promise<void>((resolve, reject) => {
    destination.finished.then(resolve, reject);

    const { pipe } = renderToPipeableStream(tree, {
      onShellReady() {
        writeHead(id, status);
        destination.write(start);
        // It has the parts of a Node stream that React uses.
        pipe(destination as unknown as NodeJS.WritableStream);
      },
      onError(error) {
        destination.destroy();
        reject(error);
      },
      // React would put preload links in front of the page's own HTML; a
      // browser finds the pictures there just as early.
      onHeaders() {},
    });
  });
}
