/** Clients that are slow on purpose. */
import { connect, type OnReadOpts, type Socket } from 'node:net';

/** A request whose head grows to this many bytes, in fields of a size that servers accept. */
function unfinishedHead(bytes: number) {
  const lines = ['GET / HTTP/1.1', 'Host: localhost'];
  for (let length = 40; length < bytes; length += 1010) {
    lines.push(`X-Field-${lines.length}: ${'x'.repeat(1000)}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Connections are opened in batches, a tenth of a second apart. */
const batches = 10;
const interval = 100;

/**
 * Keeps connections open on each of which a request was begun, and grows by a byte a second. Those that
 * the server closes are opened again.
 */
export function startSlowHeads(
  port: number,
  { connections, bytes = 0 }: { connections: number; bytes?: number },
) {
  const head = unfinishedHead(bytes);
  return keepOpen(port, connections, (socket) => {
    socket.write(head);
    return () => socket.write('x');
  });
}

/** Keeps connections open on each of which a file is read at one KiB a second. */
export function startSlowReaders(
  port: number,
  { connections, path }: { connections: number; path: string },
) {
  const options = { onread: { buffer: Buffer.alloc(1024), callback: () => false } };
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n`;
  return keepOpen(
    port,
    connections,
    (socket) => {
      socket.write(request);
      return () => socket.resume();
    },
    options,
  );
}

/** @param begin called with a connected socket; returns what is done every second */
function keepOpen(
  port: number,
  connections: number,
  begin: (socket: Socket) => () => void,
  options: { onread?: OnReadOpts } = {},
) {
  const sockets = new Map<Socket, () => void>();
  let open = 0;
  let peak = 0;
  let turn = 0;

  function openOne() {
    const socket = connect({ host: '127.0.0.1', port, ...options });
    sockets.set(socket, () => {});
    socket.on('connect', () => {
      open += 1;
      peak = Math.max(peak, open);
      socket.once('close', () => {
        open -= 1;
      });
      sockets.set(socket, begin(socket));
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  }

  const timer = setInterval(() => {
    turn += 1;
    const missing = Math.min(connections - sockets.size, connections / batches);
    for (let count = 0; count < missing; count += 1) openOne();
    if (turn % batches === 0) for (const everySecond of sockets.values()) everySecond();
  }, interval);
  return {
    peak: () => peak,
    open: () => open,
    end() {
      clearInterval(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
