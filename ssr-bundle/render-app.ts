import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.bun';

/**
 * Renders the app to HTML. Rejects when the render fails; of what fails within `<Suspense>`, the fallback is the HTML,
 * and the error is logged.
 */
export function renderApp(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = [];
    const errors: unknown[] = [];
    // The part of Node's `Writable` that React uses. It is never full and never closed early.
    const destination = {
      write: (html: string) => chunks.push(html) > 0,
      end: () => resolve(chunks.join('')),
      flush() {},
      on() {},
      destroy() {},
    };
    const { pipe } = renderToPipeableStream(tree, {
      // Whatever its length, no part comes later by an inline script, which the policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        for (const error of errors) console.error(error);
        pipe(destination as unknown as NodeJS.WritableStream);
      },
      onError(error, { componentStack }) {
        // What is thrown may be anything, frozen as well.
        if (error instanceof Error) Reflect.set(error, 'componentStack', componentStack);
        errors.push(error);
      },
      // The host logs it.
      onShellError: reject,
      // Without it, React inserts preload links before its HTML, where browsers discover the pictures
      // just as early.
      onHeaders() {},
    });
  });
}
