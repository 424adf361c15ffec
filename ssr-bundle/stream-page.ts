import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.bun';
import { PageDestination } from './destination.ts';

/**
 * Renders the app into the host's writer of that id, behind the start of its
 * document. It settles when all was written or the visitor has left, and rejects
 * when the page failed.
 *
 * @param end HTML after what React renders
 */
export async function streamPage(id: number, tree: ReactNode, end: string): Promise<void> {
  const destination = new PageDestination(id, end);

  await new Promise<void>((resolve, reject) => {
    destination.finished.then(resolve, reject);

    const { pipe } = renderToPipeableStream(tree, {
      onShellReady() {
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
