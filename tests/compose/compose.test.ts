/**
 * The services of deploy/compose.yaml, as processes: the same programs with the same files and variables,
 * where names of services are ports of 127.0.0.1. Grafana is none of Debian's packages: its files are
 * checked against what the others have.
 *
 * `make test-compose` gets the programs: COMPOSE, CADDY and PROMETHEUS.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../tools/free-port.ts';
import { Program } from '../support/program.ts';
import { type ReverseProxy, startCaddy } from '../support/proxies.ts';
import { until } from '../support/until.ts';

interface Service {
  build?: { context: string; dockerfile_inline?: string };
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  volumes?: { source: string; target: string }[];
}

const { COMPOSE = '', PROMETHEUS = '', MARQUEE = '' } = process.env;
const config = execFileSync(COMPOSE, ['--file', 'deploy/compose.yaml', 'config', '--format=json']);
const services: Record<string, Service> = JSON.parse(config.toString()).services;

const folder = mkdtempSync(join(tmpdir(), 'marquee-compose-'));
const programs: Program[] = [];
let caddy: ReverseProxy;
/** The ports of the services, and the one at which browsers find the page, as the files write them. */
const hosts = {
  'marquee:8080': 0,
  'marquee:9464': 0,
  'content-service:1337': 0,
  'prometheus:9090': 0,
  'localhost:8443': 0,
};

/** Replaces the names of services in a text by their addresses here. */
function resolved(text: string) {
  return text.replace(/\b[\w-]+:\d{4}\b/g, (host) => {
    const port = hosts[host as keyof typeof hosts];
    assert.ok(port, `${host} is no service`);
    return `${host.startsWith('localhost') ? 'localhost' : '127.0.0.1'}:${port}`;
  });
}

function environment(service: string) {
  const variables = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(variables.map(([name, value]) => [name, resolved(value)]));
}

/** Returns the file that a service sees at a path of its container. */
function mounted(service: string, path: string) {
  const volume = services[service]?.volumes?.find(({ target }) => target === path);
  assert.ok(volume, `${service} has nothing at ${path}`);
  return volume.source;
}

/** Writes a file of a service with addresses and paths that exist here. Returns its path. */
function configured(service: string, path: string) {
  const source = readFileSync(mounted(service, path), 'utf8');
  const volumes = services[service]?.volumes ?? [];
  const text = volumes.reduce(
    (text, { source, target }) => text.replaceAll(target, source),
    source,
  );
  const file = join(folder, basename(path));
  writeFileSync(file, resolved(text));
  return file;
}

function run(command: string, args: string[], env: Record<string, string>, cwd?: URL) {
  const program = new Program(command, args, {
    env: { HOME: folder, ...env },
    ...(cwd && { cwd }),
  });
  programs.push(program);
  return program;
}

async function query(expression: string) {
  const [, source] =
    /url: (\S+)/.exec(
      readFileSync(
        mounted('grafana', '/etc/grafana/provisioning/datasources/prometheus.yaml'),
        'utf8',
      ),
    ) ?? [];
  const url = `${resolved(source ?? '')}/api/v1/query?query=${encodeURIComponent(expression)}`;
  return (await (await fetch(url)).json()).data.result;
}

before(async () => {
  for (const host of Object.keys(hosts) as (keyof typeof hosts)[]) hosts[host] = await freePort();
  const contentService = run(
    process.execPath,
    ['node_modules/.bin/strapi', 'start'],
    {
      ...environment('content-service'),
      HOST: '127.0.0.1',
      PORT: String(hosts['content-service:1337']),
      DATA_DIR: join(folder, 'strapi'),
    },
    pathToFileURL('deploy/strapi/'),
  );
  const marquee = run(MARQUEE, [], {
    ...environment('marquee'),
    LISTEN_ADDR: resolved('marquee:8080'),
    ADMIN_ADDR: resolved('marquee:9464'),
  });
  const { SITE = '', UPSTREAM = '' } = environment('caddy');
  assert.equal(SITE, `https://localhost:${hosts['localhost:8443']}`);
  caddy = await startCaddy(folder, UPSTREAM, {
    file: mounted('caddy', '/etc/caddy/Caddyfile'),
    https: hosts['localhost:8443'],
  });
  run(
    PROMETHEUS,
    [
      `--config.file=${configured('prometheus', '/etc/prometheus/prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${resolved('prometheus:9090')}`,
    ],
    {},
  );
  await contentService.until('the content service responds', () =>
    fetch(`http://${resolved('content-service:1337')}`).catch(() => undefined),
  );
  await marquee.until('the service is healthy', () => {
    const [, , ...check] = services.marquee?.healthcheck?.test ?? [];
    const env = { ...environment('marquee'), ADMIN_ADDR: resolved('marquee:9464') };
    return spawnSync(MARQUEE, check, { env }).status === 0;
  });
});

after(async () => {
  await Promise.all([...programs, caddy].map((program) => program.stop()));
  rmSync(folder, { recursive: true });
});

test('browsers get the page over HTTPS and HTTP/2, with the links of the content service', async () => {
  const page = await until('the page has the links', async () => {
    const page = await caddy.request().catch(() => undefined);
    return page?.body.includes('href="https://operator.example/') ? page : undefined;
  });
  assert.equal(page.protocol, 'h2');
  assert.equal(page.fields[':status'], 200);
  assert.match(
    page.body,
    new RegExp(`rel="canonical" href="${environment('marquee').PUBLIC_URL}/`),
  );
  assert.match(page.fields['strict-transport-security'] ?? '', /max-age/);
});

test('Prometheus scrapes the site and has its alerts', async () => {
  await until('a scrape', async () => {
    const [up] = await query('up{job="marquee"}').catch(() => []);
    return up?.value[1] === '1';
  });
  const rules = await (await fetch(`http://${resolved('prometheus:9090')}/api/v1/rules`)).json();
  assert.notEqual(rules.data.groups.length, 0);
});

// Its queries are tested in tests/signals.
test('Grafana finds the dashboard and its data source', () => {
  const dashboard = environment('grafana').GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH ?? '';
  const provider = mounted('grafana', '/etc/grafana/provisioning/dashboards/marquee.yaml');
  const [, path] = /path: (\S+)/.exec(readFileSync(provider, 'utf8')) ?? [];
  assert.equal(`${path}/${basename(dashboard)}`, dashboard);
  assert.ok(JSON.parse(readFileSync(mounted('grafana', dashboard), 'utf8')).panels.length > 0);
});

test('the image of the content service copies files that are in the repository', () => {
  const { context, dockerfile_inline } = services['content-service']?.build ?? {};
  const copies = [...(dockerfile_inline ?? '').matchAll(/^COPY (.+) \S+$/gm)];
  const sources = copies.flatMap(([, sources = '']) => sources.split(' '));
  assert.notEqual(sources.length, 0);
  execFileSync('git', ['ls-files', '--error-unmatch', ...sources], { cwd: context, stdio: 'pipe' });
});
