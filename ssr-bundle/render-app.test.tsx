import assert from 'node:assert/strict';
import { Suspense, use } from 'react';
import { test, vi } from 'vitest';
import { renderApp } from './render-app.ts';

const error = new Error('no rates today');

function Broken(): never {
  throw error;
}

test('What fails within Suspense is its fallback, and logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const html = await renderApp(
    <main>
      <h1>Rates</h1>
      <Suspense fallback={<p>Ask us</p>}>
        <Broken />
      </Suspense>
    </main>,
  );
  assert.match(html, /<h1>Rates<\/h1>.*<p>Ask us<\/p>.*<\/main>/s);
  assert.deepEqual(log.mock.calls, [[error]]);
  log.mockRestore();
});

test('What fails without Suspense fails the render, and is left to the host', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await assert.rejects(renderApp(<Broken />), error);
  assert.deepEqual(log.mock.calls, []);
  log.mockRestore();
});

test('What is long, or waits, within Suspense is in its place without a script', async () => {
  const waiting = new Promise<string>((resolve) => setTimeout(() => resolve('4.21'), 1));
  const Rate = () => <p>{use(waiting)}</p>;
  const html = await renderApp(
    <main>
      <Suspense fallback={<p>Wait</p>}>
        <p>{'long '.repeat(5_000)}</p>
        <Rate />
      </Suspense>
    </main>,
  );
  assert.match(html, /long <\/p><p>4\.21<\/p>/);
  assert.doesNotMatch(html, /<script|Wait/);
});
