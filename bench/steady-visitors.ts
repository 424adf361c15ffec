/**
 * Open-loop load generator: sends requests at a constant rate, independent of response times. Latency
 * is measured from the scheduled time of a request, so that it includes the wait for a free connection
 * (no coordinated omission).
 *
 *     node --import tsx bench/steady-visitors.ts '{"url":"http://127.0.0.1:8080/","rate":2000,"seconds":10,"warmUp":1,"connections":8}'
 *
 * Prints percentiles in milliseconds, as JSON.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { median, percentile } from './statistics.ts';
import { now, startThread } from './threads.ts';

export interface VisitorOptions {
  url: string;
  /** Requests per second. */
  rate: number;
  seconds: number;
  /** Seconds before those that are counted. */
  warmUp: number;
  /** The most connections at a time. */
  connections: number;
}

/** Milliseconds; NaN without requests. */
export interface Latencies {
  requests: number;
  median: number;
  p99: number;
  p999: number;
  max: number;
}

interface Schedule {
  /** Milliseconds between two requests. */
  gap: number;
  count: number;
}

/** A thread can sleep for less than a millisecond, the resolution of the event loop's timers. */
function schedule({ gap, count }: Schedule) {
  const first = now() + 100;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let index = 0; index < count; index += 1) {
    const due = first + index * gap;
    const wait = due - now();
    if (wait > 0) Atomics.wait(cell, 0, 0, wait);
    parentPort?.postMessage(due);
  }
}

/** The end of a chunked body, and of a message's head. */
const lastChunk = Buffer.from('0\r\n\r\n');
const emptyLine = Buffer.from('\r\n\r\n');

/**
 * A connection with one request at a time. Node's own client would take as much CPU time as some of
 * the servers do for the page, and its garbage collection would distort the latencies: so everything
 * is read into one buffer.
 */
class Connection {
  #socket: Socket;
  #request: string;
  #head = '';
  #left = Infinity;
  #tail = Buffer.alloc(lastChunk.length);
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor({ hostname, port, pathname, host }: URL) {
    this.#request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(64 * 1024),
        callback: (length, buffer) => {
          this.#receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    });
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('connection closed')));
  }

  get isClosed() {
    return this.#socket.destroyed;
  }

  close() {
    this.#socket.destroy();
  }

  /** Resolves when the complete response was received. */
  request() {
    this.#head = '';
    return new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(this.#request);
    });
  }

  #receive(bytes: Buffer) {
    const body = this.#head.endsWith('\r\n\r\n') ? bytes : this.#readHead(bytes);
    if (body === undefined) return;
    this.#left -= body.length;
    this.#keepTail(body);
    if (this.#left > 0 && !this.#tail.equals(lastChunk)) return;
    const settle = this.#settle;
    this.#settle = undefined;
    if (this.#head.startsWith('HTTP/1.1 200 ')) settle?.resolve();
    else settle?.reject(new Error(this.#head.split('\r\n')[0]));
  }

  /** Stores the last bytes received, across pieces. */
  #keepTail(body: Buffer) {
    const remaining = Math.max(0, lastChunk.length - body.length);
    this.#tail.copyWithin(0, lastChunk.length - remaining);
    body.copy(this.#tail, remaining, Math.max(0, body.length - lastChunk.length));
  }

  /** Collects the response's head, and returns the part of the body that was received with its end. */
  #readHead(bytes: Buffer) {
    const end = bytes.indexOf(emptyLine);
    const length = end < 0 ? bytes.length : end + emptyLine.length;
    this.#head += bytes.toString('latin1', 0, length);
    if (!this.#head.endsWith('\r\n\r\n')) return undefined;
    // A chunked body ends with an empty chunk.
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? Infinity);
    this.#tail.fill(0);
    return bytes.subarray(length);
  }
}

/**
 * Sends requests in the order of their scheduled times, each on the connection that was used last, or
 * on a new one: servers close idle connections.
 */
class Client {
  latencies: { due: number; latency: number }[] = [];
  #url: URL;
  #maxConnections: number;
  #free: Connection[] = [];
  #waiting: number[] = [];
  #inFlight = new Set<Promise<void>>();

  constructor(url: string, maxConnections: number) {
    this.#url = new URL(url);
    this.#maxConnections = maxConnections;
  }

  enqueue(due: number) {
    this.#waiting.push(due);
    this.#send();
  }

  #send() {
    while (this.#inFlight.size < this.#maxConnections) {
      const due = this.#waiting.shift();
      if (due === undefined) return;
      const request = this.#request(this.#connection(), due);
      this.#inFlight.add(request);
      request.then(
        () => {
          this.#inFlight.delete(request);
          this.#send();
        },
        // `drained` rejects with the error.
        () => {},
      );
    }
  }

  #connection() {
    this.#free = this.#free.filter(({ isClosed }) => !isClosed);
    return this.#free.pop() ?? new Connection(this.#url);
  }

  async #request(connection: Connection, due: number) {
    await connection.request();
    this.latencies.push({ due, latency: now() - due });
    this.#free.push(connection);
  }

  /** Resolves when no request is in flight. */
  async drained() {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    for (const connection of this.#free) connection.close();
  }
}

async function run({ url, rate, seconds, warmUp, connections }: VisitorOptions) {
  const timeout = 2 * (warmUp + seconds) + 30;
  setTimeout(() => {
    console.error(`${url}: requests still in flight after ${timeout} s`);
    process.exit(1);
  }, timeout * 1000).unref();
  const client = new Client(url, connections);
  const times: Schedule = { gap: 1000 / rate, count: Math.round(rate * (warmUp + seconds)) };
  const clock = startThread(import.meta.url, times);
  let first = Number.POSITIVE_INFINITY;
  clock.on('message', (due: number) => {
    first = Math.min(first, due);
    client.enqueue(due);
  });
  await once(clock, 'exit');
  await client.drained();
  const counted = client.latencies.filter(({ due }) => due >= first + warmUp * 1000);
  return summary(counted.map(({ latency }) => latency));
}

function summary(latencies: number[]): Latencies {
  return {
    requests: latencies.length,
    median: median(latencies),
    p99: percentile(latencies, 0.99),
    p999: percentile(latencies, 0.999),
    max: percentile(latencies, 1),
  };
}

if (isMainThread) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))));
} else {
  schedule(workerData);
}
