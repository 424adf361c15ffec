/** Single requests, and their raw responses. */
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { Process } from './processes.ts';

/** The headers of a browser that opens a page, besides `Host` and `Connection`. */
export const navigation = {
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** A response as it was sent; `bytes` is the size of head and body. */
export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  headerCount: number;
  body: Buffer;
  bytes: number;
}

interface RequestOptions {
  agent?: Agent | false;
  headers?: Record<string, string>;
  /** Milliseconds without progress. */
  timeout?: number;
}

/** Fetches a URL, by default on a connection of its own. */
export function fetchRaw(url: string, options: RequestOptions = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, ...options }, (response) => {
      const { socket } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          headerCount: response.rawHeaders.length / 2,
          body: Buffer.concat(chunks),
          bytes: socket.bytesRead,
        }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('timeout')));
    request.on('error', reject);
  });
}

/** Fetches a URL over a connection with keep-alive. */
export async function fetchKeptAlive(url: string, encoding: string) {
  const agent = new Agent({ keepAlive: true });
  try {
    return await fetchRaw(url, {
      agent,
      headers: encoding === 'identity' ? {} : { 'accept-encoding': encoding },
    });
  } finally {
    agent.destroy();
  }
}

/** Returns whether a health check responds, with status 200. */
export async function isReady(url: string, timeout = 2000) {
  const response = await fetchRaw(url, { timeout }).catch(() => undefined);
  return response?.status === 200;
}

const isCompletePage = ({ status, body }: RawResponse) =>
  status === 200 && body.includes('</html>');

/** Resolves with the first complete page of a server that is starting. */
export async function firstPage(url: string, child: Process, isComplete = isCompletePage) {
  const deadline = performance.now() + 30_000;
  let last = 'no response';
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it exited with status ${child.exitCode}`);
    if (child.signalCode !== null) throw new Error(`it was killed by ${child.signalCode}`);
    try {
      const page = await fetchRaw(url);
      if (isComplete(page)) return page;
      last = `status ${page.status}`;
    } catch (error) {
      last = messageOf(error);
    }
    await pause(1);
  }
  throw new Error(`no page within 30 s: ${last}`);
}
