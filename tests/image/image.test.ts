/**
 * The container image: built from deploy/Dockerfile, and run confined, by Podman also as the manifests say.
 *
 *     node --import tsx --test tests/image/*.test.ts
 *
 * `make test-image` installs a container tool where there is none. Base images that no registry
 * provides are replaced by stand-ins (base-images.ts). `ENGINE` selects the variant; with `PREBUILT`, a binary,
 * nothing is compiled: its package and the base image to run on make the last stage.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../tools/free-port.ts';
import { until } from '../support/until.ts';
import { baseImages } from './base-images.ts';
import { confinedRun, images, manifestFlags, tool } from './container-tool.ts';

const engine = process.env.ENGINE === 'v8' ? 'v8' : 'quickjs';
const prebuilt = process.env.PREBUILT;
/** Limits of the size of all layers in megabytes: their files, and compressed as releases are pulled. */
const maxSize = { quickjs: { files: 46, pull: 17 }, v8: { files: 100, pull: 40 } }[engine];
/** Neither root nor the user of the image. */
const user = '12345:12345';
const languages = readdirSync('locales').flatMap((name) => /(.+)\.json$/.exec(name)?.[1] ?? []);
/** The limits of memory for two engines in MiB; the manifests have that on QuickJS. */
const limits = { quickjs: 384, v8: 1024 };
// The same for all builds, whatever is committed meanwhile.
process.env.SOURCE_DATE_EPOCH ||= execFileSync('git', ['log', '-1', '--format=%ct'], {
  encoding: 'utf8',
}).trim();
const image = `localhost/marquee-test:${engine}`;
const folder = mkdtempSync(join(tmpdir(), 'marquee-image-'));
/** Containers to remove at the end, whatever happens. */
const names = new Set<string>();

let bases: Record<string, string>;

before(() => {
  bases = baseImages(prebuilt ? /^RUNTIME_IMAGE$/ : undefined);
  const flags = Object.entries(bases).map(([name, base]) => `--build-arg ${name}=${base}`);
  const goal = ['image', `CONTAINER_TOOL=${tool}`, `ENGINE=${engine}`, `IMAGE=${image}`];
  if (prebuilt) goal.push(`BINARY=${prebuilt}`);
  execFileSync('make', [...goal, `BUILD_FLAGS=${flags.join(' ')}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
});

after(() => {
  for (const name of names) {
    spawnSync(tool, ['rm', '--force', name], { stdio: 'ignore' });
  }
  rmSync(folder, { recursive: true });
});

const pidOf = (name: string) => images('inspect', '--format', '{{.State.Pid}}', name);

/** A container of an image, run confined. */
class Container {
  readonly name = `marquee-test-${process.pid}-${names.size}`;
  readonly exited: Promise<number | null>;
  readonly #process: ChildProcess;
  log = '';
  site = '';
  admin = '';

  constructor(tag: string, environment: Record<string, string>) {
    names.add(this.name);
    const run = confinedRun({
      name: this.name,
      image: tag,
      user,
      memory: `${limits[engine]}m`,
      environment,
    });
    const child = spawn(tool, run, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.log += text;
      });
    }
    this.#process = child;
    this.exited = once(child, 'close').then(([status]) => status);
  }

  /** Starts a site on ports that it chooses, and waits until it is ready. */
  static async site(tag: string) {
    const container = new Container(tag, {
      LISTEN_ADDR: '127.0.0.1:0',
      ADMIN_ADDR: '127.0.0.1:0',
      LOG_FORMAT: 'json',
      RENDER_THREADS: '2',
      WORKERS: '2',
    });
    await until('readiness', async () => {
      assert.equal(container.#process.exitCode, null, `the container has ended: ${container.log}`);
      const [, site, admin] =
        /"address":"([^"]+)","admin_address":"([^"]+)"/.exec(container.log) ?? [];
      container.site = `http://${site}`;
      container.admin = `http://${admin}`;
      return site && (await container.status('/readyz')) === 200;
    });
    return container;
  }

  /** Returns the status of a path of the admin listener, or null if it does not respond. */
  status(path: string) {
    return fetch(this.admin + path).then(
      (response) => response.status,
      () => null,
    );
  }

  signal(name: 'TERM') {
    images('kill', '--signal', name, this.name);
  }

  /** Returns the id of the process outside the container. */
  get pid() {
    return pidOf(this.name);
  }
}

/** Returns the sizes of an image's layers: their files, and compressed as releases are pulled. */
function layers(tag: string) {
  const saved = mkdtempSync(join(folder, 'saved-'));
  const archive = join(saved, 'image.tar');
  images('save', '--output', archive, tag);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', saved]);
  const [manifest]: { Layers: string[] }[] = JSON.parse(
    readFileSync(join(saved, 'manifest.json'), 'utf8'),
  );
  assert.ok(manifest, 'no manifest');
  return manifest.Layers.map((name) => {
    const layer = readFileSync(join(saved, name));
    // What BuildKit's best level is equivalent to; releases use that.
    const compressed = execFileSync('zstd', ['-11', '--stdout'], {
      input: layer,
      maxBuffer: 2 ** 28,
    });
    return { files: layer.length, pull: compressed.length };
  });
}

test('the image is within the size limits', (run) => {
  const all = layers(image);
  for (const key of ['files', 'pull'] as const) {
    const megabytes = all.map((layer) => layer[key] / 1e6);
    const total = megabytes.reduce((sum, size) => sum + size, 0);
    const sizes = megabytes.map((size) => size.toFixed(1)).join(' + ');
    run.diagnostic(`${tool}, ${engine}: ${key} ${total.toFixed(1)} MB = ${sizes}`);
    // What is not a release is larger.
    assert.ok(prebuilt || total <= maxSize[key], `${key}: ${total} MB`);
  }
});

test('the labels describe the commit and the base image', () => {
  const labels: Record<string, string> = JSON.parse(
    images('inspect', '--format', '{{json .Config.Labels}}', image),
  );
  const label = (name: string) => labels[`org.opencontainers.image.${name}`];
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? [];
  assert.equal(label('version'), version);
  assert.equal(Date.parse(label('created') ?? ''), Number(process.env.SOURCE_DATE_EPOCH) * 1000);
  assert.equal(label('base.name'), bases.RUNTIME_IMAGE);
  assert.match(label('revision') ?? '', /^[0-9a-f]{40}$/);
  assert.equal(labels['marquee.engine'], engine);
});

/** Fails unless a process has no privileges, a system call filter and a read-only file system. */
function assertConfined(pid: string, userId: string) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  assert.match(status, new RegExp(String.raw`^Uid:(\s+${userId}){4}$`, 'm'));
  assert.match(status, /^CapBnd:\s+0000000000000000$/m);
  assert.match(status, /^NoNewPrivs:\s+1$/m);
  assert.match(status, /^Seccomp:\s+2$/m);
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  assert.match(mounts, /^\S+ \S+ \S+ \S+ \/ ro[ ,]/m, 'the root file system is writable');
}

/** Fails unless both engines are up with all of their sandbox. */
async function assertEnginesConfined(admin: string) {
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  assert.match(metrics, /^marquee_engines_up 2$/m);
  assert.match(metrics, /^marquee_engines_unconfined 0$/m);
}

describe('confined', () => {
  let container: Container;

  before(async () => {
    container = await Container.site(image);
  });

  test('runs without privileges on a read-only file system', async () => {
    assertConfined(container.pid, '12345');
    await assertEnginesConfined(container.admin);
  });

  test('serves every file that the page names', async () => {
    const page = await (await fetch(container.site)).text();
    const paths = new Set([...page.matchAll(/"(\/assets\/[^"\s]+)"/g)].map(([, path]) => path));
    assert.ok(paths.size > 1, 'the page names no files');
    for (const path of paths) {
      const response = await fetch(container.site + path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('cache-control') ?? '', /immutable/, path);
    }
  });

  test('is healthy, and reports its commit and engine', async () => {
    for (const path of ['/livez', '/readyz', '/startupz', '/metrics']) {
      assert.equal(await container.status(path), 200, path);
    }
    const reported = await (await fetch(`${container.admin}/version`)).json();
    const format = '{{index .Config.Labels "org.opencontainers.image.revision"}}';
    const revision = images('inspect', '--format', format, image);
    assert.ok(revision.startsWith(reported.commit), `${reported.commit} is not ${revision}`);
    assert.equal(reported.engine, engine);
  });

  test('serves every language within the memory limit, and exits with status 0 after SIGTERM', async () => {
    for (let request = 0; request < 300; request += 1) {
      const lang = languages[request % languages.length];
      const page = await (await fetch(`${container.site}/?lang=${lang}`)).text();
      assert.match(page, new RegExp(`<html lang="${lang}"`));
    }
    container.signal('TERM');
    assert.equal(await container.exited, 0, container.log);
  });
});

test('runs as the manifests of the overlay to try say', {
  skip: tool === 'docker' && 'only Podman reads manifests',
}, async () => {
  const file = join(folder, 'try.yaml');
  const ports = { 8080: await freePort(), 9464: await freePort() };
  const rendered = execFileSync(process.env.KUSTOMIZE ?? 'kustomize', [
    'build',
    'deploy/kustomize/overlays/try',
  ])
    .toString()
    .replace(/image: .*/, `image: ${image}`)
    .replace(`${limits.quickjs}Mi`, `${limits[engine]}Mi`)
    .replace(/(?<=containerPort: )(8080|9464)(\n +)/g, (_, port: keyof typeof ports, indent) =>
      [port, `hostPort: ${ports[port]}`, ''].join(indent),
    );
  writeFileSync(file, rendered);
  images(...manifestFlags(folder), 'kube', 'play', '--replace', file);
  try {
    const admin = `http://127.0.0.1:${ports[9464]}`;
    await until('readiness', () =>
      fetch(`${admin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const name = 'marquee-pod-0-marquee';
    assertConfined(pidOf(name), '65532');
    await assertEnginesConfined(admin);
    const limit = images('inspect', '--format', '{{.HostConfig.Memory}}', name);
    assert.equal(Number(limit), limits[engine] * 2 ** 20);
    const page = await (await fetch(`http://127.0.0.1:${ports[8080]}/?lang=zh`)).text();
    assert.match(page, /<html lang="zh"/);
  } finally {
    images('kube', 'down', file);
  }
});
