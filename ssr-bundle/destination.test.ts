import assert from 'node:assert/strict';
import { test, vi } from 'vitest';

/** A mock of the host: records chunks, and can apply backpressure. */
let chunks: string[] = [];
let put = '';
let isWritable = true;
/** Resolves the promise of `drained`. */
let resolveDrained: (isConnected: boolean) => void;

Object.assign(globalThis, {
  marquee: {
    head() {},
    put(_id: number, html: string) {
      put += html;
    },
    write(_id: number, html: string) {
      chunks.push(put + html);
      put = '';
      return isWritable;
    },
    drained: () =>
      new Promise<boolean>((resolve) => {
        resolveDrained = resolve;
      }),
  },
});

const { PageDestination } = await import('./destination.ts');

/** Opens a destination, with or without backpressure. */
function open(client: 'fast' | 'slow') {
  chunks = [];
  put = '';
  isWritable = client === 'fast';
  return new PageDestination(1, '</html>');
}

/** What the host sends: the chunks, and what is left when the render has ended. */
const sent = () => (put ? [...chunks, put] : chunks);

/** Lets pending microtasks run. */
const flushTasks = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a destination and sends a first chunk, with listeners attached. */
async function openAfterOne(client: 'fast' | 'slow') {
  const page = open(client);
  const [drain, close] = [vi.fn(), vi.fn()];
  page.on('drain', drain);
  page.on('close', close);
  page.write('<p>one</p>');
  page.flush();
  await flushTasks();
  return { page, drain, close };
}

test('A page that renders synchronously is sent as one chunk', async () => {
  const page = open('fast');
  page.write('<p>one</p>');
  page.flush();
  page.end();
  await page.finished;
  assert.deepEqual(sent(), ['<p>one</p></html>']);
});

test('Sends the flushed chunk before the rest is rendered', async () => {
  const { page } = await openAfterOne('fast');
  assert.deepEqual(sent(), ['<p>one</p>']);
  page.write('<p>two</p>');
  page.end();
  await page.finished;
  assert.deepEqual(sent(), ['<p>one</p>', '<p>two</p></html>']);
});

test('Applies backpressure to React when the client is slow', async () => {
  const { page } = await openAfterOne('slow');
  assert.equal(page.write('<p>two</p>'), false);
  page.end();
  assert.deepEqual(sent(), ['<p>one</p>']);
  isWritable = true;
  resolveDrained(true);
  await page.finished;
  assert.deepEqual(sent(), ['<p>one</p>', '<p>two</p></html>']);
});

test('Emits drain when a slow client has caught up', async () => {
  const { drain } = await openAfterOne('slow');
  assert.equal(drain.mock.calls.length, 0);
  resolveDrained(true);
  await flushTasks();
  assert.equal(drain.mock.calls.length, 1);
});

test('Emits close and sends nothing more when the client disconnects', async () => {
  const { page, close } = await openAfterOne('slow');
  resolveDrained(false);
  await page.finished;
  assert.equal(close.mock.calls.length, 1);
  page.write('<p>two</p>');
  page.end();
  await flushTasks();
  assert.deepEqual(sent(), ['<p>one</p>']);
});
