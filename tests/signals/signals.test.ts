/**
 * The dashboard and the rules in a Prometheus that scrapes two servers. One is healthy; renders, content
 * service and collector of the other fail, so that the series of errors exist too. Probes request both, and the
 * healthy one behind proxies that fail.
 *
 * Requires Debian's package `nginx-light`. `make test-signals` gets the other programs: BLACKBOX and PROMETHEUS.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { ContentService } from '../browser/support/content-service.ts';
import { startMarquee } from '../support/marquee.ts';
import { runNginx } from '../support/nginx.ts';
import { Program } from '../support/program.ts';
import { until } from '../support/until.ts';

interface Rule {
  name: string;
  type: 'alerting' | 'recording';
  query: string;
  health: string;
  lastError?: string;
}

/** The parts of `site.json` that a test changes. */
interface Site {
  entry: string;
  digests: Record<string, { bytes: number; sha256: string }>;
  dataSources: Record<string, object>;
}

/** A panel of the dashboard. */
interface Panel {
  targets?: { expr: string; legendFormat?: string }[];
}

/** A sample of a query's result. */
interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

const { BLACKBOX = '', PROMETHEUS = '' } = process.env;
const site = JSON.parse(readFileSync('dist/site.json', 'utf8'));
/** The requests that probes send, as language and path. */
const requests: [code: string, path: string][] = site.locales
  .filter(({ isPseudo }: { isPseudo: boolean }) => !isPseudo)
  .flatMap(({ code }: { code: string }) => [
    [code, '/'],
    [code, `/?lang=${code}`],
  ]);
const { panels, annotations }: { panels: Panel[]; annotations: { list: { expr: string }[] } } =
  JSON.parse(readFileSync('deploy/kustomize/components/monitoring/dashboard.json', 'utf8'));
const targets = panels.flatMap(({ targets = [] }) => targets);

/** Each ends with a status of its own. */
const paths: string[] = [
  ...site.routes.map(({ path }: { path: string }) => path),
  ...site.locales.map(({ code }: { code: string }) => `/?lang=${code}`),
  '/nowhere',
  site.assets.app,
  '/assets/missing.js',
  '/robots.txt',
  site.contentService.path,
];

const folder = mkdtempSync(join(tmpdir(), 'marquee-signals-'));
const programs: Program[] = [];
const servers: Server[] = [];
let contentService: ContentService;
const stopped = new AbortController();
/** What the collector has received: protocol buffers, in which the id of a trace is 16 bytes. */
let traces = Buffer.alloc(0);
let traffic: Promise<void>;
let prometheus = '';

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server. Returns the addresses of its listeners. */
async function marquee(settings: Record<string, string>) {
  const started = await startMarquee({
    WORKERS: '1',
    RENDER_THREADS: '1',
    PAGE_TTL: '1s',
    CONTENT_API_TOKEN: 'token',
    CONTENT_API_REFRESH: '500ms',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    ...settings,
  });
  programs.push(started.program);
  return started;
}

/** The paths and queries of what a browser reports of a visit, with POST requests. */
const visitReports = [
  '/api/web-vitals?lang=en&cls=0.02&fcp=700&inp=300&inp_place=tabs&lcp=2900&lcp_place=intro&ttfb=120',
  '/api/visits?lang=en&utm_source=google',
  '/api/visits?lang=en&utm_source=google&place=welcome&link=signUp',
];

/** What stands in front of a healthy server and fails, in nginx's language, and the requests that it fails. */
const failures: Record<string, { directives: string; probes: string[] }> = {
  'error for / alone': {
    directives: 'if ($request_uri = /) { return 500; } proxy_pass http://server;',
    probes: ['en /', 'ms /', 'zh /'],
  },
  // The first request is one for Chinese.
  'cache that ignores Vary': {
    directives: `proxy_pass http://server; proxy_cache pages; proxy_cache_key $request_uri; proxy_cache_valid 1h;
      proxy_ignore_headers Cache-Control Vary; proxy_set_header Accept-Encoding '';`,
    probes: ['en /', 'ms /'],
  },
  'parking page': {
    directives: `default_type text/html; return 200 '<html lang="en"><h1>This domain is for sale</h1></html>';`,
    probes: ['en /', 'en /?lang=en', 'ms /', 'ms /?lang=ms', 'zh /', 'zh /?lang=zh'],
  },
  'no server': {
    directives: 'proxy_pass http://127.0.0.1:9;',
    probes: ['en /', 'en /?lang=en', 'ms /', 'ms /?lang=ms', 'zh /', 'zh /?lang=zh'],
  },
};

/** Starts nginx in front of a server, with a port for each failure. Returns their addresses by failure. */
async function startFailures(server: string | undefined) {
  const addresses: Record<string, string> = {};
  for (const name of Object.keys(failures)) addresses[name] = `127.0.0.1:${await freePort()}`;
  const nginx = runNginx(
    folder,
    `proxy_cache_path ${folder}/nginx-pages keys_zone=pages:1m;
    upstream server { server ${server}; }
    ${Object.entries(failures)
      .map(
        ([name, { directives }]) =>
          `server { listen ${addresses[name]}; location / { ${directives} } }`,
      )
      .join('\n')}`,
  );
  programs.push(nginx);
  const cached = { headers: { 'Accept-Language': 'zh' } };
  await nginx.until('the cache has the page in Chinese', async () => {
    const response = fetch(`http://${addresses['cache that ignores Vary']}/`, cached);
    return (await response.catch(() => undefined))?.headers.get('Content-Language') === 'zh';
  });
  return addresses;
}

/** Makes a build with another `site.json`. Returns its folder. */
function editedBuild(name: string, edit: (site: Site, dist: string) => void): string {
  const dist = join(folder, name);
  cpSync('dist', dist, { recursive: true });
  const file = join(dist, 'site.json');
  const edited = JSON.parse(readFileSync(file, 'utf8'));
  edit(edited, dist);
  writeFileSync(file, JSON.stringify(edited));
  return dist;
}

/** Makes a build of which neither a page nor an app shell can be rendered. Returns its folder. */
const brokenBuild = () =>
  editedBuild('broken', ({ entry, digests }, dist) => {
    const bundle =
      'export function render() { throw new Error("planned") }\nexport const shell = render;\n';
    writeFileSync(join(dist, entry), bundle);
    const sha256 = createHash('sha256').update(bundle).digest('hex');
    digests[entry] = { bytes: Buffer.byteLength(bundle), sha256 };
  });

/** Makes a build with a data source at a URL. Returns its folder. */
const buildWithData = (url: string) =>
  editedBuild('data', (edited) => {
    const fields = { myr: { at: 'myr', type: 'number', initial: null } };
    edited.dataSources = { rates: { url, refreshSeconds: 1, fields } };
  });

/** Replaces the dashboard's variables in a query, as Grafana does. */
const withVariables = (query: string) =>
  query
    .replaceAll('$job', 'marquee')
    .replaceAll(/=~"\$\w+"/g, '=~".*"')
    .replaceAll('$__rate_interval', '10s');

/** Requests every path and reports visits, until the end of the tests. */
async function send(addresses: (string | undefined)[]) {
  const requests = addresses.flatMap((address) => [
    ...paths.map((path) => ({ url: `http://${address}${path}`, method: 'GET' })),
    ...visitReports.map((report) => ({ url: `http://${address}${report}`, method: 'POST' })),
  ]);
  while (!stopped.signal.aborted) {
    for (const { url, method } of requests) {
      await (await fetch(url, { method, redirect: 'manual' })).arrayBuffer();
    }
    await setTimeout(100);
  }
}

/** Requests Prometheus's API. */
async function api(path: string, parameters: Record<string, string> = {}) {
  const query = new URLSearchParams(parameters);
  const { data, error } = await (await fetch(`${prometheus}/api/v1/${path}?${query}`)).json();
  assert.ifError(error);
  return data;
}

/** Returns the labels of all values of a query that are numbers. */
async function samples(query: string) {
  const { result }: { result: Sample[] } = await api('query', { query });
  return result.filter(({ value }) => value[1] !== 'NaN').map(({ metric }) => metric);
}

async function rules(type: Rule['type']) {
  const { groups }: { groups: { rules: Rule[] }[] } = await api('rules');
  return groups.flatMap(({ rules }) => rules).filter((rule) => rule.type === type);
}

/** Returns the selectors in a query, those of a name without labels only if it is that of a rule. */
function selectors(query: string) {
  const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\b\s*\([^)]*\)/g;
  const text = query.replaceAll(/\[[^\]]*\]/g, '').replaceAll(grouping, '');
  return text.match(/[a-zA-Z_:][\w:]*\{[^}]*\}|\b[a-z_]+:[\w:]+/g) ?? [];
}

/** Waits until a check finds nothing missing. */
async function nothingIsMissing(check: (missing: string[]) => Promise<void>) {
  let missing: string[] = [];
  const isComplete = async () => {
    missing = [];
    await check(missing);
    return missing.length === 0;
  };
  await until('all data', isComplete).catch((cause) => {
    throw new Error(`missing:\n${missing.join('\n')}`, { cause });
  });
}

before(async () => {
  contentService = await ContentService.start();
  const collector = await serve(async (request, response) => {
    traces = Buffer.concat([traces, await buffer(request)]);
    response.setHeader('Content-Type', 'application/x-protobuf');
    response.end();
  });
  const kubeStateMetrics = await serve((_, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end('kube_deployment_spec_replicas{namespace="site",deployment="marquee"} 2\n');
  });
  // The exporter has it of a certificate that it trusts.
  const certificate = await serve((_, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end('probe_ssl_earliest_cert_expiry 2000000000\n');
  });
  const rates = await serve((_, response) => {
    response.end('{ "myr": 4.5 }');
  });
  const blackbox = `127.0.0.1:${await freePort()}`;
  const module = '--config.file=deploy/prometheus/blackbox.yaml';
  programs.push(new Program(BLACKBOX, [module, `--web.listen-address=${blackbox}`], { env: {} }));
  const healthy = await marquee({
    ...contentService.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector}`,
    DIST_DIR: buildWithData(`http://${rates}/`),
  });
  // No process listens on port 9, and no request for a page succeeds.
  const failing = await marquee({
    CONTENT_API_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    PAGE_CACHE: 'off',
    DIST_DIR: brokenBuild(),
  });
  const scraped = (job: string, address: string | undefined, labels: Record<string, string>) => ({
    // The label replaces the name of the job, which must be unique.
    job_name: [job, ...Object.values(labels)].join('-'),
    static_configs: [{ targets: [address], labels: { job, ...labels } }],
  });
  const probed = {
    healthy: healthy.address,
    failing: failing.address,
    ...(await startFailures(healthy.address)),
  };
  const probes = Object.entries(probed).flatMap(([through, address]) =>
    requests.map(([code, path]) => ({
      ...scraped('marquee-probe', blackbox, {
        namespace: 'site',
        through,
        request: `${code} ${path}`,
      }),
      metrics_path: '/probe',
      params: { module: [`marquee-${code}`], target: [`http://${address}${path}`] },
    })),
  );
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [resolve('deploy/prometheus/rules.yaml')],
    scrape_configs: [
      scraped('kube-state-metrics', kubeStateMetrics, {}),
      scraped('marquee', healthy.admin, { namespace: 'site', pod: 'healthy' }),
      scraped('marquee', failing.admin, { namespace: 'site', pod: 'failing' }),
      scraped('marquee-probe', certificate, { namespace: 'site' }),
      ...probes,
    ],
  };
  // JSON is YAML.
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, JSON.stringify(config));
  const server = new Program(
    PROMETHEUS,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
      '--enable-feature=exemplar-storage',
    ],
    { env: {} },
  );
  programs.push(server);
  const listening = /msg="Listening on" address=(127\.0\.0\.1:[1-9]\d*)/;
  const address = await server.until(
    'Prometheus listens',
    () => listening.exec(server.lines.join())?.[1],
  );
  prometheus = `http://${address}`;
  await server.until('Prometheus is ready', async () => {
    const response = await fetch(`${prometheus}/-/ready`).catch(() => undefined);
    return response?.ok;
  });
  traffic = send([healthy.address, failing.address]);
});

after(async () => {
  stopped.abort();
  await traffic;
  await Promise.all(programs.map((program) => program.stop()));
  for (const server of servers) server.close();
  await contentService.stop();
  rmSync(folder, { recursive: true });
});

test('every recording rule has data; every alert is evaluated, and selects series that exist', async () => {
  await nothingIsMissing(async (missing) => {
    for (const { name } of await rules('recording')) {
      if ((await samples(name)).length === 0) missing.push(name);
    }
    for (const { name, query, health, lastError } of await rules('alerting')) {
      if (health !== 'ok') missing.push(`${name}: ${health} ${lastError}`);
      for (const selector of selectors(query)) {
        if ((await samples(selector)).length === 0) missing.push(`${name}: no ${selector}`);
      }
    }
  });
});

test('every query of the dashboard has data, and the labels of its legend', async () => {
  await nothingIsMissing(async (missing) => {
    for (const { expr } of [...targets, ...annotations.list]) {
      for (const selector of selectors(withVariables(expr))) {
        if ((await samples(selector)).length === 0) missing.push(`no ${selector}`);
      }
    }
    for (const { expr, legendFormat = '' } of targets) {
      const query = withVariables(expr);
      const series = await samples(query);
      if (series.length === 0) missing.push(`no data for ${query}`);
      for (const [, label = ''] of legendFormat.matchAll(/{{(\w+)}}/g)) {
        if (!series.some((labels) => label in labels)) missing.push(`no ${label} in ${query}`);
      }
    }
  });
});

test('probes fail where no page can be rendered, and for what a proxy breaks', async () => {
  const all = requests.map((request) => request.join(' ')).sort();
  const expected: Record<string, string[]> = { healthy: [], failing: all };
  for (const [name, { probes }] of Object.entries(failures)) expected[name] = probes;
  for (const [through, failed] of Object.entries(expected)) {
    const succeeded = all.filter((request: string) => !failed.includes(request));
    for (const [success, requests] of Object.entries([failed, succeeded])) {
      await until(`probes through ${through}: ${requests} at ${success}`, async () => {
        const probed = await samples(`probe_success{through="${through}"} == ${success}`);
        return (
          probed
            .map(({ request }) => request)
            .sort()
            .join() === requests.join()
        );
      });
    }
  }
});

test('exemplars of the response time lead to traces that the collector has', async () => {
  await until('an exemplar whose trace was received', async () => {
    const now = Date.now() / 1000;
    const series: { exemplars: { labels: { trace_id: string } }[] }[] = await api(
      'query_exemplars',
      {
        query: 'http_server_request_duration_seconds_bucket{pod="healthy"}',
        start: String(now - 300),
        end: String(now + 60),
      },
    );
    return series
      .flatMap(({ exemplars }) => exemplars)
      .some(({ labels }) => traces.includes(Buffer.from(labels.trace_id, 'hex')));
  });
});
