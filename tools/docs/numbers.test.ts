/**
 * The numbers that documents have of the code, each beside its owner: one that changes alone is an error. Those of
 * settings, metrics and measurements are generated or compared where they are made.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';

/** The value of a constant in Rust. */
const constant = (name: string) => new RegExp(`\\bconst ${name}: [^=]+= (.+);`);

const server = 'server/src/';
const slowPhone = 'tools/audit/slow-phone.ts';

/** What a document says, with the number as its group, and the file that has it, likewise. */
// biome-ignore format: a row a line
const numbers: Record<string, [words: RegExp, owner: string, value: RegExp][]> = {
  'docs/connections.md': [
    [/at less than (1 KiB)\/s/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
    [/acknowledged at (.+)\/s or faster/, `${server}connection/transfer.rs`, constant('MIN_SEND_RATE')],
    [/`SEND_TIMEOUT`, plus (.+) at most/, `${server}connection/transfer.rs`, constant('CHECK_INTERVAL')],
    [/last response of the connection \| (\d+ s),/, `${server}connection/mod.rs`, constant('LINGER')],
    [/TCP keepalive: (.+), then/, `${server}connection/listener.rs`, constant('IDLE_BEFORE_PROBES')],
    [/then (\d+) probes/, `${server}connection/listener.rs`, constant('PROBES')],
    [/probes (.+) apart/, `${server}connection/listener.rs`, constant('PROBE_INTERVAL')],
    [/`KEEP_ALIVE` are (.+) at most for\s/, `${server}connection/mod.rs`, constant('CROWDED_TIMEOUT')],
    [/`SEND_TIMEOUT` is (.+) at most for all/, `${server}connection/mod.rs`, constant('CROWDED_SEND_TIMEOUT')],
    [/, (\d+ KiB) at most are read ahead/, `${server}connection/io.rs`, constant('READ_AHEAD')],
    [/(.+) at most beyond its socket/, `${server}connection/mod.rs`, constant('IDLE_BYTES')],
    [/Up to (\d+) connections of a listener/, `${server}connection/io.rs`, constant('WARM')],
    [/keep the buffers for (.+) after a response/, `${server}connection/io.rs`, constant('WARM_TIME')],
    [/sent in parts\sof (.+), each/, `${server}connection/exchange.rs`, constant('PART')],
    [/a connection holds (.+) at most/, 'tests/http/connections.rs', constant('MAX_BYTES')],
    [/a request target of more than (.+) \|/, `${server}connection/head.rs`, constant('MAX_URL_LENGTH')],
    [/more than (\d+) fields/, `${server}connection/head.rs`, constant('MAX_FIELDS')],
    [/or more than (.+) of them/, `${server}connection/head.rs`, constant('MAX_FIELDS_SIZE')],
    [/The backlog is (\S+) /, `${server}connection/listener.rs`, constant('BACKLOG')],
    [/a reserve of (\d+) files/, `${server}connection/listener.rs`, constant('RESERVED_FILES')],
    [/With a limit below (\S+) the server/, `${server}connection/listener.rs`, constant('MIN_FILES')],
    [/the settings are: (\d+) connections/, `${server}server.rs`, constant('MAX_ADMIN_CONNECTIONS')],
    [/timeouts of (.+) for a request/, `${server}server.rs`, /request_timeout: (.+),/],
    [/(\d+ s) for sending/, `${server}server.rs`, /send_timeout: (.+),/],
    [/(\d+ s) between requests/, `${server}server.rs`, /keep_alive: (.+),/],
    [/has been incomplete for (.+), a second/, `${server}server.rs`, constant('QUIET')],
    [/, (a second) at most\./, `${server}server.rs`, constant('LONGEST_RECEIPT')],
    [/settings together and (\d+ s), in/, `${server}telemetry/collector.rs`, constant('LAST_EXPORT')],
  ],
  'docs/signals.md': [
    [/remaining spans are sent, for (.+) at most/, `${server}telemetry/collector.rs`, constant('LAST_EXPORT')],
    [/delay that doubles, up to (.+)\./, 'server/renderer/src/engine.rs', constant('MAX_RESTART_DELAY')],
    [/growing delay, (.+) at most/, `${server}page/cache_entry.rs`, constant('MAX_DELAY')],
  ],
  'docs/crawlers.md': [
    [/A response may take (.+) and have/, 'server/check/src/fetch.rs', constant('TIMEOUT')],
    [/and have (\d+) MiB/, 'server/check/src/fetch.rs', constant('MAX_MEBIBYTES')],
  ],
  'docs/browsers.md': [
    [/request for `entry` \| Static after (.+) \|/, 'client/dom/page-mode.ts', /\)\), (.+)\);/],
    [/app hangs \| Static after (.+), until/, 'client/dom/page-mode.ts', /\)\), (.+)\);/],
    [/style sheet does not apply \| Requested once more after (.+)\. After/, 'client/boot/entry.ts', /retryDelay = (.+);/],
    [/The request for the app \| Repeated once after (.+), with/, 'client/boot/entry.ts', /retryDelay = (.+);/],
    [/the app starts once more after (.+) \|/, 'client/boot/hydrate.tsx', /restartDelay = (.+);/],
    [/every control is more than (.+),/, slowPhone, /INP: (.+),/],
    [/task takes longer than (.+), or/, slowPhone, /'longest task of hydration': (.+),/],
    [/welcome pop-up longer than (\d+)\./, slowPhone, /opens the welcome pop-up': (.+),/],
    [/with (\d+)x CPU throttling/, slowPhone, /rate: (\d+) /],
    [/throttling, (\d+\sms) round-trip/, slowPhone, /latency: (.+),/],
  ],
  'docs/make-it-yours.md': [
    [/with a jitter of (.+), and/, `${server}content/current.rs`, constant('JITTER')],
    [/`text` \(1 to (\S+) characters\)/, `${server}content/data_source.rs`, constant('LONGEST_TEXT')],
    [/which a start\swaits (.+) for/, `${server}state.rs`, constant('FIRST_CONTENT_TIMEOUT')],
  ],
  'deploy/kubernetes.md': [
    [/ends a page after (.+) and a file/, 'deploy/kustomize/components/gateway/http-routes.yaml', /request: ([1-9]\w*)/],
    [/limit of memory, `(\w+)`/, 'deploy/kustomize/base/deployment.yaml', /memory is that of[^\n]*\n\s+memory: (\w+)/],
    [/for these\sand (\S+) connections/, `${server}settings/limits.rs`, /env = "MAX_CONNECTIONS".*default_value = "(\d+)"/],
    [/with V8, patch it to `(\w+)`/, 'deploy/kustomize/base/deployment.yaml', /; (\w+) with V8/],
  ],
  'deploy/one-machine.md': [
    [/`MemoryMax=(\w+)`/, 'deploy/systemd/marquee.service', /^MemoryMax=(\w+)$/m],
    [/two engines and (\S+) connections/, `${server}settings/limits.rs`, /env = "MAX_CONNECTIONS".*default_value = "(\d+)"/],
  ],
};

const words: Record<string, number> = { a: 1, an: 1, 'half a': 0.5, two: 2, ten: 10, twenty: 20 };

/** Milliseconds, bytes, or one, by unit. */
const units: Record<string, number> = {
  ms: 1,
  millis: 1,
  s: 1_000,
  secs: 1_000,
  second: 1_000,
  seconds: 1_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  KiB: 1_024,
  '%': 0.01,
};

/** Returns the value of `16 << 10`, `Duration::from_secs(2)`, `2_000`, `half a second` or `16 KiB`. */
function quantity(text: string): number | string {
  const shifted = /^([\d_]+)(?: as \w+)? << (\d+)$/.exec(text);
  if (shifted) return number(shifted[1]) << number(shifted[2]);
  const multiplied = /^([\d_]+) \* ([\d_]+)$/.exec(text);
  if (multiplied) return number(multiplied[1]) * number(multiplied[2]);
  const duration = /^Duration::from_(\w+)\((\d+)\)$/.exec(text);
  if (duration) return number(duration[2]) * (units[duration[1] ?? ''] ?? Number.NaN);
  const [, amount = '', unit = ''] = /^(half an?|[a-z]+|[\d.,_]+)\s*(\S*)$/.exec(text) ?? [];
  const factor = unit === '' ? 1 : units[unit];
  return factor === undefined ? text : (words[amount] ?? number(amount)) * factor;
}

function number(text = ''): number {
  return Number(text.replaceAll(/[,_]/g, ''));
}

/** Returns the one group of a pattern that is in a file. */
function read(file: string, pattern: RegExp): string {
  const [, found] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
  assert.ok(found, `${file} has nothing of ${pattern}`);
  return found;
}

for (const [document, rows] of Object.entries(numbers)) {
  test(`${document} has the numbers of the code`, () => {
    for (const [said, owner, value] of rows) {
      const stated = quantity(read(document, said));
      assert.ok(typeof stated === 'string' || Number.isFinite(stated), `${said}`);
      assert.equal(
        stated,
        quantity(read(owner, value)),
        `${document}: ${said}, ${owner}: ${value}`,
      );
    }
  });
}
