import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw, filesOf } from '../../http.ts';
import { withInstance } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { startSlowHeads, startSlowReaders } from '../slow-clients.ts';
import type { Subject } from '../subjects.ts';

export const id = 'slow';
export const title = '1,000 slow clients';
export const description =
  '500 clients send a byte of their request each second, and 500 read the largest script, uncompressed, at 1 KiB a ' +
  'second; they connect again when they are disconnected. They and the other clients request one instance directly, ' +
  "although the guide of Next.js recommends a reverse proxy against slow clients. The kernel's socket buffers hold " +
  'much of a file that is not read.';

const connections = 500;

export function run(subject: Subject, { siege, after, ...traffic }: Settings) {
  return withInstance(subject, {}, async (instance) => {
    const url = instance.url + subject.pages.cached;
    const path = await largestFile(instance.url, url);
    return observe(url, traffic, async ({ begin, end }) => {
      begin();
      const senders = startSlowHeads(instance.port, { connections });
      const readers = startSlowReaders(instance.port, { connections, path });
      await pause(siege);
      const note = `${senders.open()} senders and ${readers.open()} readers were connected in the end`;
      senders.end();
      readers.end();
      end();
      await pause(after);
      return [note];
    });
  });
}

async function largestFile(origin: string, page: string) {
  const { body } = await fetchRaw(page);
  let largest = { path: '', size: 0 };
  for (const path of filesOf(body.toString())) {
    const { status, body: file } = await fetchRaw(origin + path);
    if (status === 200 && file.length > largest.size) largest = { path, size: file.length };
  }
  return largest.path;
}
