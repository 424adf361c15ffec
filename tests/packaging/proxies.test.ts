/**
 * The proxies of `deploy/proxy/` in front of the package of `make dist`, as one machine has them:
 * `systemd.test.ts` restarts the server behind them.
 *
 *     PACKAGE=target/marquee node --import tsx --test tests/packaging/proxies.test.ts
 *
 * Requires Debian's packages `nginx-light` and `openssl`, and CADDY.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { Program } from '../support/program.ts';
import { type ReverseProxy, startCaddy, startNginx } from '../support/proxies.ts';
import { until } from '../support/until.ts';

const packageFolder = resolve(process.env.PACKAGE ?? 'target/marquee');
const trace = '0af7651916cd43dd8448eb211c80319c';
/** What only proxies may send. */
const forged = {
  'x-request-id': 'forged-request-id',
  'x-forwarded-for': '192.0.2.1',
  traceparent: `00-${trace}-b7ad6b7169203331-01`,
};

const folder = mkdtempSync(join(tmpdir(), 'marquee-proxies-'));
let marquee: Program;
let proxies: Record<'Caddy' | 'nginx', ReverseProxy>;
/** Proxies in front of a server that records the header of each request. */
let recorded: typeof proxies;
const headers: NodeJS.Dict<string[]>[] = [];
const recorder = createServer((request, response) => {
  headers.push(request.headersDistinct);
  response.end();
});

before(async () => {
  marquee = new Program(join(packageFolder, 'marquee'), [], {
    env: {
      LISTEN_ADDR: '127.0.0.1:0',
      LOG_FORMAT: 'json',
      ADMIN_ADDR: '127.0.0.1:0',
      PUBLIC_URL: 'https://www.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_DELAY: '0s',
    },
  });
  recorder.listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  const port = recorder.address();
  assert.ok(port && typeof port === 'object');
  const address = await marquee.until('the server listens', () =>
    marquee.lines.map((line) => JSON.parse(line).address).find(Boolean),
  );
  const start = async (upstream: string) => ({
    Caddy: await startCaddy(folder, upstream).then((proxy) => proxy.started()),
    nginx: await startNginx(folder, upstream).then((proxy) => proxy.started()),
  });
  proxies = await start(address);
  recorded = await start(`127.0.0.1:${port.port}`);
});

after(async () => {
  const all = [...Object.values(proxies), ...Object.values(recorded), marquee];
  await Promise.all(all.map((program) => program.stop()));
  recorder.close();
  rmSync(folder, { recursive: true });
});

for (const name of ['Caddy', 'nginx'] as const) {
  test(`browsers get the page over HTTPS and HTTP/2 through ${name}, with HSTS once`, async () => {
    const page = await proxies[name].request();
    assert.equal(page.protocol, 'h2');
    assert.equal(page.fields[':status'], 200);
    assert.match(page.body, /<link rel="canonical" href="https:\/\/www\.example\.com\//);
    const hsts = page.rawFields.filter((text) => text.toLowerCase().startsWith('strict-transport'));
    assert.equal(hsts.length, 1);
    assert.equal(page.fields['strict-transport-security'], 'max-age=31536000');
  });

  test(`${name} redirects HTTP to HTTPS`, async () => {
    const url = `http://localhost:${proxies[name].ports.http}/?lang=en`;
    const response = await fetch(url, { redirect: 'manual' });
    assert.ok([301, 308].includes(response.status), `${response.status}`);
    const location = response.headers.get('location') ?? '';
    assert.match(location, /^https:\/\/localhost(:\d+)?\/\?lang=en$/);
  });

  test(`the admin listener cannot be reached through ${name}`, async () => {
    for (const path of ['/livez', '/readyz', '/startupz', '/metrics', '/version']) {
      const { fields } = await proxies[name].request({ ':path': path });
      assert.equal(fields[':status'], 404, path);
    }
  });

  test(`forged ids of clients behind ${name} are in no log and no response`, async () => {
    const { fields } = await proxies[name].request(forged);
    const id = fields['x-request-id'];
    assert.ok(id);
    assert.notEqual(id, forged['x-request-id']);
    await marquee.until('the request is logged', () =>
      marquee.lines.some((line) => line.includes(`"request_id":"${id}"`)),
    );
    const log = await until('the proxy logs the same id', () => {
      const log = proxies[name].log();
      return log.includes(`${id}`) ? log : undefined;
    });
    for (const text of [forged['x-request-id'], forged['x-forwarded-for'], trace]) {
      assert.ok(!marquee.lines.some((line) => line.includes(text)), `${text} is in the log`);
      assert.ok(!log.includes(text), `${text} is in the log of ${name}`);
    }
  });

  test(`forged addresses of clients behind ${name} do not reach the server`, async () => {
    headers.length = 0;
    const addresses = Array.from({ length: 15 }, (_, number) => `192.0.2.${number}`);
    for (const address of addresses) {
      await recorded[name].request({ ...forged, 'x-forwarded-for': address });
    }
    assert.equal(headers.length, addresses.length);
    for (const received of headers) {
      assert.deepEqual(received['x-forwarded-for'], ['127.0.0.1']);
      assert.equal(received.traceparent, undefined);
      assert.notDeepEqual(received['x-request-id'], [forged['x-request-id']]);
    }
  });
}
