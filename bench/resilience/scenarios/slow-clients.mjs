import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.mjs';
import { withInstance } from '../instances.mjs';
import { observe } from '../load.mjs';
import { filesOf } from '../page-files.mjs';
import { startSlowHeads, startSlowReaders } from '../slow-clients.mjs';

export const id = 'slow';
export const title = '1,000 slow clients';
export const description =
  '500 clients send a byte of their request each second, and 500 read the largest script, uncompressed, at 1 KiB a ' +
  'second; they connect again when they are disconnected. They and the other clients request one instance directly, ' +
  "although the guide of Next.js recommends a reverse proxy against slow clients. The kernel's socket buffers hold " +
  'much of a file that is not read.';

const connections = 500;

export function run(subject, { siege, after, ...traffic }) {
  return withInstance(subject, {}, async (instance) => {
    const url = instance.url + subject.pages.cached;
    const path = await largestFile(instance.url, url);
    return observe(url, traffic, async ({ begin, end }) => {
      begin();
      const slow = [
        startSlowHeads(instance.port, { connections }),
        startSlowReaders(instance.port, { connections, path }),
      ];
      await pause(siege);
      const [senders, readers] = slow.map((some) => some.open());
      for (const some of slow) some.end();
      end();
      await pause(after);
      return [`${senders} senders and ${readers} readers were connected in the end`];
    });
  });
}

async function largestFile(origin, page) {
  const { body } = await fetchRaw(page);
  let largest = { size: 0 };
  for (const path of filesOf(body.toString())) {
    const { status, body: file } = await fetchRaw(origin + path);
    if (status === 200 && file.length > largest.size) largest = { path, size: file.length };
  }
  return largest.path;
}
