import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.bun';

/** Renders the app to HTML. Rejects when the render fails. */
export function renderApp(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = [];
    // The part of Node's `Writable` that React uses. It is never full and never closed early.
    const destination = {
      write: (html: string) => chunks.push(html) > 0,
      end: () => resolve(chunks.join('')),
      flush() {},
      on() {},
      destroy() {},
    };
    const { pipe } = renderToPipeableStream(tree, {
      onAllReady: () => pipe(destination as unknown as NodeJS.WritableStream),
      onError(error, { componentStack }) {
        // The host logs it. What is thrown may be anything, frozen as well.
        if (error instanceof Error) Reflect.set(error, 'componentStack', componentStack);
        reject(error);
      },
      // Without it, React inserts preload links before its HTML, where browsers discover the pictures
      // just as early.
      onHeaders() {},
    });
  });
}
