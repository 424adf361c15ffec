/**
 * The proxies of `deploy/proxy/` in front of the package of `make dist`, as one machine has them:
 * `systemd.test.ts` restarts the server behind them.
 *
 *     PACKAGE=target/marquee node --import tsx --test tests/packaging/proxies.test.ts
 *
 * Requires Debian's packages `nginx-light` and `openssl`, and CADDY.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { startMarquee } from '../support/marquee.ts';
import type { Program } from '../support/program.ts';
import { type ReverseProxy, startCaddy, startNginx } from '../support/proxies.ts';
import { until } from '../support/until.ts';

const packageFolder = resolve(process.env.PACKAGE ?? 'target/marquee');
const trace = '0af7651916cd43dd8448eb211c80319c';
/** What only proxies may send. */
const forged = {
  'x-request-id': 'forged-request-id',
  traceparent: `00-${trace}-b7ad6b7169203331-01`,
};

const folder = mkdtempSync(join(tmpdir(), 'marquee-proxies-'));
let marquee: Program;
let proxies: Record<'Caddy' | 'nginx', ReverseProxy>;

before(async () => {
  const settings = { PUBLIC_URL: 'https://www.example.com', TRUSTED_PROXIES: '127.0.0.1' };
  const DIST_DIR = join(packageFolder, 'dist');
  const started = await startMarquee({ ...settings, DIST_DIR }, join(packageFolder, 'marquee'));
  marquee = started.program;
  proxies = {
    Caddy: await startCaddy(folder, started.address ?? '').then((proxy) => proxy.started()),
    nginx: await startNginx(folder, started.address ?? '').then((proxy) => proxy.started()),
  };
});

after(async () => {
  await Promise.all([...Object.values(proxies), marquee].map((program) => program.stop()));
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
    for (const text of [forged['x-request-id'], trace]) {
      assert.ok(!marquee.lines.some((line) => line.includes(text)), `${text} is in the log`);
      assert.ok(!log.includes(text), `${text} is in the log of ${name}`);
    }
  });
}
