/**
 * Clients that never retry, in a thread of their own: requests are sent at a constant rate, whatever
 * became of the earlier ones (open loop), and latency is measured from the time at which a request was
 * due (no coordinated omission). Half of the requests are sent on connections with keep-alive, half on
 * a connection of their own.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { now } from './clock.mjs';

/** What browsers send. */
const acceptEncoding = 'gzip, deflate, br, zstd';

const { url, timeout, wholePage } = workerData;
const keptAlive = new Agent({ keepAlive: true });
const fields = { accept: 'text/html', 'accept-encoding': wholePage ? 'identity' : acceptEncoding };

const records = [];
let inFlight = 0;
let gap = 1000 / workerData.rate;
let next = now();
let isStopping = false;
let sent = 0;

/** `outcome` is `ok`, or the reason of the failure. */
function send(due) {
  sent += 1;
  const agent = sent % 2 === 0 ? keptAlive : false;
  inFlight += 1;
  const request = get(url, { agent, headers: fields });
  const timer = setTimeout(() => settle('timeout'), timeout);
  let isSettled = false;

  function settle(outcome) {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    const latency = now() - due;
    const isLate = outcome === 'ok' && latency > timeout;
    records.push({ due, latency, outcome: isLate ? 'timeout' : outcome });
    inFlight -= 1;
    if (outcome !== 'ok') request.destroy();
  }
  request.on('error', ({ code, message }) => settle(code ?? message));
  request.on('response', (response) => {
    const chunks = [];
    response.on('data', (chunk) => wholePage && chunks.push(chunk));
    response.on('error', () => settle('incomplete response'));
    response.on('end', () => settle(verdict(response, chunks)));
  });
}

function verdict({ statusCode, complete }, chunks) {
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
  parentPort.postMessage(records);
  parentPort.close();
}

const ticks = setInterval(sendDue, 1);

parentPort.on('message', ({ rate, stop }) => {
  isStopping ||= stop === true;
  if (rate) gap = 1000 / rate;
});
