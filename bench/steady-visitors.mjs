/**
 * Visitors who come at a fixed rate, however slow the answers are; each one's time counts from
 * when the visit was due, so that waiting for a free connection is part of it.
 *
 *     node bench/steady-visitors.mjs '{"url":"http://127.0.0.1:8080/","rate":2000,"seconds":10,"warmUp":1,"connections":8}'
 *
 * Prints percentiles in milliseconds, as JSON.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Milliseconds by a clock that all threads share. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** The event loop's timers know whole milliseconds only; a thread can sleep for less. */
function tellWhenDue({ first, gap, count }) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let visit = 0; visit < count; visit += 1) {
    const due = first + visit * gap;
    const wait = due - now();
    if (wait > 0) Atomics.wait(cell, 0, 0, wait);
    parentPort.postMessage(due);
  }
}

/** What ends a message of chunks, and any message's head. */
const lastChunk = Buffer.from('0\r\n\r\n');
const emptyLine = Buffer.from('\r\n\r\n');

/**
 * One connection at a time answers one visit. Node's own client would take as much processor time
 * as some of the servers do for the page, and its garbage would stop the visitors' clocks: so all
 * that comes is read into one buffer.
 */
class Connection {
  #socket;
  #request;
  #head = '';
  #left = Infinity;
  #tail = Buffer.alloc(lastChunk.length);
  #settle;

  constructor({ hostname, port, pathname, host }) {
    this.#request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    this.#socket = connect({
      host: hostname,
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(64 * 1024),
        callback: (length, buffer) => {
          this.#receive(buffer.subarray(0, length));
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

  /** Resolves when the whole page has come. */
  visit() {
    this.#head = '';
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(this.#request);
    });
  }

  #receive(bytes) {
    const body = this.#head.endsWith('\r\n\r\n') ? bytes : this.#readHead(bytes);
    if (body === undefined) return;
    this.#left -= body.length;
    this.#keepTail(body);
    if (this.#left > 0 && !this.#tail.equals(lastChunk)) return;
    const { resolve, reject } = this.#settle;
    this.#settle = undefined;
    if (this.#head.startsWith('HTTP/1.1 200 ')) resolve();
    else reject(new Error(this.#head.split('\r\n')[0]));
  }

  /** The last bytes that came, of however many pieces. */
  #keepTail(body) {
    const kept = Math.max(0, lastChunk.length - body.length);
    this.#tail.copyWithin(0, lastChunk.length - kept);
    body.copy(this.#tail, kept, Math.max(0, body.length - lastChunk.length));
  }

  /** Gathers the answer's head, and gives what of the body came with its end. */
  #readHead(bytes) {
    const end = bytes.indexOf(emptyLine);
    const length = end < 0 ? bytes.length : end + emptyLine.length;
    this.#head += bytes.latin1Slice(0, length);
    if (!this.#head.endsWith('\r\n\r\n')) return undefined;
    // In chunks, the last of them is empty.
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? Infinity);
    this.#tail.fill(0);
    return bytes.subarray(length);
  }
}

/**
 * Visits are answered in the order they are due, each by the connection that was used last, or by a
 * new one: servers close those that lie idle.
 */
class Visitors {
  times = [];
  #url;
  #most;
  #free = [];
  #waiting = [];
  #under = new Set();

  constructor(url, most) {
    this.#url = new URL(url);
    this.#most = most;
  }

  come(due) {
    this.#waiting.push(due);
    this.#send();
  }

  #send() {
    while (this.#waiting.length > 0 && this.#under.size < this.#most) {
      const visit = this.#answer(this.#connection(), this.#waiting.shift());
      this.#under.add(visit);
      visit.then(
        () => {
          this.#under.delete(visit);
          this.#send();
        },
        // Whoever waits for all of them hears of it.
        () => {},
      );
    }
  }

  #connection() {
    this.#free = this.#free.filter(({ isClosed }) => !isClosed);
    return this.#free.pop() ?? new Connection(this.#url);
  }

  async #answer(connection, due) {
    await connection.visit();
    this.times.push({ due, time: now() - due });
    this.#free.push(connection);
  }

  async allAnswered() {
    while (this.#under.size > 0) await Promise.all(this.#under);
    for (const connection of this.#free) connection.close();
  }
}

async function visitAll({ url, rate, seconds, warmUp, connections }) {
  const patience = 2 * (warmUp + seconds) + 30;
  setTimeout(() => {
    console.error(`${url} still owes answers after ${patience} s`);
    process.exit(1);
  }, patience * 1000).unref();
  const visitors = new Visitors(url, connections);
  const [first, gap] = [now() + 100, 1000 / rate];
  const count = Math.round(rate * (warmUp + seconds));
  const clock = new Worker(fileURLToPath(import.meta.url), { workerData: { first, gap, count } });
  clock.on('message', (due) => visitors.come(due));
  await once(clock, 'exit');
  await visitors.allAnswered();
  const counted = visitors.times.filter(({ due }) => due >= first + warmUp * 1000);
  return summary(counted.map(({ time }) => time));
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return {
    visits: sorted.length,
    median: percentile(0.5),
    p99: percentile(0.99),
    p999: percentile(0.999),
    max: sorted.at(-1),
  };
}

if (isMainThread) {
  process.stdout.write(JSON.stringify(await visitAll(JSON.parse(process.argv[2]))));
} else {
  tellWhenDue(workerData);
}
