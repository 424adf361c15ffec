/** Single requests, and what their answers are made of. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The whole answer as it was sent: its head, its body, and the bytes of both. */
export function fetchRaw(url, { agent = false, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
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
    request.on('error', reject);
  });
}

/** The answer to a visitor whose connection stays open. */
export async function fetchKeptAlive(url, encoding) {
  const agent = new Agent({ keepAlive: true });
  const headers = encoding === 'identity' ? {} : { 'accept-encoding': encoding };
  try {
    return await fetchRaw(url, { agent, headers });
  } finally {
    agent.destroy();
  }
}

const isWhole = ({ status, body }) => status === 200 && body.includes('</html>');

/** Resolves with the first complete page of a server that is starting. */
export async function firstPage(url, child, { isComplete = isWhole } = {}) {
  const deadline = performance.now() + 30_000;
  let last = 'no answer';
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}`);
    if (child.signalCode !== null) throw new Error(`it was ended by ${child.signalCode}`);
    try {
      const page = await fetchRaw(url);
      if (isComplete(page)) return page;
      last = `status ${page.status}`;
    } catch (error) {
      last = error.message;
    }
    await pause(1);
  }
  throw new Error(`no page in 30 s: ${last}`);
}
