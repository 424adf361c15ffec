/** Clients that are slow on purpose. */
import { connect, type Socket } from 'node:net';

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
 * Keeps connections open on each of which a request of so many bytes was begun, and grows by a byte a second.
 * Those that the server closes are opened again.
 */
export function startSlowHeads(port: number, connections: number, bytes: number) {
  const head = unfinishedHead(bytes);
  const sockets = new Set<Socket>();
  let open = 0;
  let peak = 0;
  let turn = 0;

  function openOne() {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.add(socket);
    socket.on('connect', () => {
      open += 1;
      peak = Math.max(peak, open);
      socket.once('close', () => {
        open -= 1;
      });
      socket.write(head);
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  }

  const timer = setInterval(() => {
    turn += 1;
    const missing = Math.min(connections - sockets.size, connections / batches);
    for (let count = 0; count < missing; count += 1) openOne();
    if (turn % batches !== 0) return;
    for (const socket of sockets) if (!socket.connecting) socket.write('x');
  }, interval);
  return {
    peak: () => peak,
    end() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
