import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.bun';
import { PageDestination } from './destination.ts';

/**
 * Renders the app into the host's writer with this id. Resolves when everything was written or the
 * client has disconnected. Rejects when the render fails.
 *
 * @param end HTML after React's output
 */
export async function streamPage(id: number, tree: ReactNode, end: string): Promise<void> {
  const destination = new PageDestination(id, end);

  await new Promise<void>((resolve, reject) => {
    destination.finished.then(resolve, reject);

    const { pipe } = renderToPipeableStream(tree, {
      onShellReady() {
        // It implements the part of a Node stream that React uses.
        pipe(destination as unknown as NodeJS.WritableStream);
      },
      onError(error) {
        destination.destroy();
        reject(error);
      },
      // Without it, React inserts preload links before its HTML, where browsers discover the pictures
      // just as early.
      onHeaders() {},
    });
  });
}
