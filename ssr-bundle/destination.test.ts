import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

/** The host's side of one page: what arrives is sent, and its reader may be slow. */
let chunks: string[] = [];
let put = '';
let hasRoom = true;
/** Ends the wait for room. */
let settle: (hasReader: boolean) => void;

Object.assign(globalThis, {
  marquee: {
    head() {},
    put(_id: number, html: string) {
      put += html;
    },
    write(_id: number, html: string) {
      chunks.push(put + html);
      put = '';
      return hasRoom;
    },
    drained: () =>
      new Promise<boolean>((resolve) => {
        settle = resolve;
      }),
  },
});

const { PageDestination } = await import('./destination.ts');

/** A page whose reader takes everything at once, or has to be waited for. */
function open(reader: 'quick' | 'slow') {
  chunks = [];
  hasRoom = reader === 'quick';
  return new PageDestination(1, '</html>');
}

/** Lets everything run that was put off. */
const later = () => new Promise((resolve) => setImmediate(resolve));

/** A page of which the first chunk was sent, and what React is told from its start. */
async function openAfterOne(reader: 'quick' | 'slow') {
  const page = open(reader);
  const [drain, close] = [mock.fn(), mock.fn()];
  page.on('drain', drain);
  page.on('close', close);
  page.write('<p>one</p>');
  page.flush();
  await later();
  return { page, drain, close };
}

test('A page that is there at once is sent as one chunk', async () => {
  const page = open('quick');
  page.write('<p>one</p>');
  page.flush();
  page.end();
  await page.finished;
  assert.deepEqual(chunks, ['<p>one</p></html>']);
});

test('What is there is sent before the rest is rendered', async () => {
  const { page } = await openAfterOne('quick');
  assert.deepEqual(chunks, ['<p>one</p>']);
  page.write('<p>two</p>');
  page.end();
  await page.finished;
  assert.deepEqual(chunks, ['<p>one</p>', '<p>two</p></html>']);
});

test('React waits for a slow reader, who gets the same page', async () => {
  const { page } = await openAfterOne('slow');
  assert.equal(page.write('<p>two</p>'), false);
  page.end();
  assert.deepEqual(chunks, ['<p>one</p>']);
  hasRoom = true;
  settle(true);
  await page.finished;
  assert.deepEqual(chunks, ['<p>one</p>', '<p>two</p></html>']);
});

test('React goes on when a slow reader has caught up', async () => {
  const { drain } = await openAfterOne('slow');
  assert.equal(drain.mock.callCount(), 0);
  settle(true);
  await later();
  assert.equal(drain.mock.callCount(), 1);
});

test('Nothing more is sent to a reader who has left, and React is told', async () => {
  const { page, close } = await openAfterOne('slow');
  settle(false);
  await page.finished;
  assert.equal(close.mock.callCount(), 1);
  page.write('<p>two</p>');
  page.end();
  await later();
  assert.deepEqual(chunks, ['<p>one</p>']);
});
