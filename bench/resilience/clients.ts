/**
 * Clients that never retry, in a thread of their own: requests are sent at a constant rate, whatever
 * became of the earlier ones (open loop), and latency is measured from the time at which a request was
 * due (no coordinated omission). Half of the requests are sent on connections with keep-alive, half on
 * a connection of their own.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../errors.ts';
import { navigation } from '../http.ts';
import { now } from '../threads.ts';
import type { ClientMessage, ClientOptions, RequestRecord } from './load.ts';

if (!parentPort) throw new Error('clients run in a thread of their own');
const port = parentPort;
const { url, timeout, wholePage, rate }: ClientOptions = workerData;
const keptAlive = new Agent({ keepAlive: true });
const fields = {
  accept: 'text/html',
  'accept-encoding': wholePage ? 'identity' : navigation['accept-encoding'],
};

const records: RequestRecord[] = [];
let inFlight = 0;
let gap = 1000 / rate;
let next = now();
let isStopping = false;
let sent = 0;

/** `outcome` is `ok`, or the reason of the failure. */
function send(due: number) {
  sent += 1;
  const agent = sent % 2 === 0 ? keptAlive : false;
  inFlight += 1;
  const request = get(url, { agent, headers: fields });
  const timer = setTimeout(() => settle('timeout'), timeout);
  let isSettled = false;

  function settle(outcome: string) {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    const latency = now() - due;
    const isLate = outcome === 'ok' && latency > timeout;
    records.push({ due, latency, outcome: isLate ? 'timeout' : outcome });
    inFlight -= 1;
    if (outcome !== 'ok') request.destroy();
  }
  request.on('error', (error) => settle(codeOf(error)));
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => wholePage && chunks.push(chunk));
    response.on('error', () => settle('incomplete response'));
    response.on('end', () => settle(verdict(response, chunks)));
  });
}

function verdict({ statusCode, complete }: IncomingMessage, chunks: Buffer[]) {
  if (!complete) return 'incomplete response';
  if (statusCode !== 200) return `status ${statusCode}`;
  return !wholePage || Buffer.concat(chunks).includes(wholePage) ? 'ok' : 'page without content';
}

function sendDue() {
  while (!isStopping && next <= now()) {
    send(next);
    next += gap;
  }
  if (!isStopping || inFlight > 0) return;
  clearInterval(ticks);
  keptAlive.destroy();
  port.postMessage(records);
  port.close();
}

port.postMessage('started');
const ticks = setInterval(sendDue, 1);

port.on('message', (message: ClientMessage) => {
  if ('rate' in message) gap = 1000 / message.rate;
  else isStopping = true;
});
