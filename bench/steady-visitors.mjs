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

/**
 * One connection at a time answers one visit. Node's own client would take as much processor time
 * as some of the servers do for the page, from the cores that they share.
 */
class Connection {
  #socket;
  #request;
  #head = '';
  #left = Infinity;
  #tail = '';
  #settle;

  constructor({ hostname, port, pathname, host }) {
    this.#request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    this.#socket = connect({ host: hostname, port, noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#receive(text));
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
    this.#tail = '';
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(this.#request);
    });
  }

  #receive(text) {
    const body = this.#head.endsWith('\r\n\r\n') ? text : this.#readHead(text);
    if (body === undefined) return;
    this.#left -= body.length;
    this.#tail = (this.#tail + body.slice(-5)).slice(-5);
    if (this.#left > 0 && this.#tail !== '0\r\n\r\n') return;
    const { resolve, reject } = this.#settle;
    this.#settle = undefined;
    if (this.#head.startsWith('HTTP/1.1 200 ')) resolve();
    else reject(new Error(this.#head.split('\r\n')[0]));
  }

  /** Gathers the answer's head, and gives what of the body came with its end. */
  #readHead(text) {
    const whole = this.#head + text;
    const end = whole.indexOf('\r\n\r\n');
    this.#head = end < 0 ? whole : whole.slice(0, end + 4);
    if (end < 0) return undefined;
    // In chunks, the last of them is empty.
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? Infinity);
    return whole.slice(end + 4);
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
