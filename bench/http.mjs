/** Single requests, and their raw responses. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Fetches a URL; resolves with the response as it was sent: head, body, and the size of both. */
export function fetchRaw(url, { agent = false, headers = {}, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers, timeout }, (response) => {
      const { socket } = response;
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
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
export async function fetchKeptAlive(url, encoding) {
  const agent = new Agent({ keepAlive: true });
  const headers = encoding === 'identity' ? {} : { 'accept-encoding': encoding };
  try {
    return await fetchRaw(url, { agent, headers });
  } finally {
    agent.destroy();
  }
}

const isCompletePage = ({ status, body }) => status === 200 && body.includes('</html>');

/** Resolves with the first complete page of a server that is starting. */
export async function firstPage(url, child, { isComplete = isCompletePage } = {}) {
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
      last = error.message;
    }
    await pause(1);
  }
  throw new Error(`no page within 30 s: ${last}`);
}
