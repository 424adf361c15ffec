/**
 * The container image: built from deploy/Dockerfile, and run confined.
 *
 *     node --import tsx --test tests/image/*.test.ts
 *
 * `make test-image` installs a container tool where there is none. Base images that no registry
 * provides are replaced by stand-ins (base-images.ts). `ENGINE` selects the variant.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { baseImages } from './base-images.ts';
import { confinedRun, images, tool } from './container-tool.ts';

const engine = process.env.ENGINE === 'v8' ? 'v8' : 'quickjs';
/** Limits of the size of all layers in megabytes: their files, and compressed as releases are pulled. */
const maxSize = { quickjs: { files: 46, pull: 17 }, v8: { files: 100, pull: 40 } }[engine];
/** Neither root nor the user of the image. */
const user = '12345:12345';
const languages = readdirSync('locales').flatMap((name) => /(.+)\.json$/.exec(name)?.[1] ?? []);
const memory = '384m';
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
  bases = baseImages();
  const flags = Object.entries(bases).map(([name, base]) => `--build-arg ${name}=${base}`);
  const goal = ['image', `CONTAINER_TOOL=${tool}`, `ENGINE=${engine}`, `IMAGE=${image}`];
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
    const run = confinedRun({ name: this.name, image: tag, user, memory, environment });
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
    return images('inspect', '--format', '{{.State.Pid}}', this.name);
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
    assert.ok(total <= maxSize[key], `${key}: ${total} MB`);
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

describe('confined', () => {
  let container: Container;

  before(async () => {
    container = await Container.site(image);
  });

  test('runs without privileges on a read-only file system', () => {
    const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
    assert.match(status, /^Uid:\s+12345\s+12345\s+12345\s+12345$/m);
    assert.match(status, /^CapBnd:\s+0000000000000000$/m);
    assert.match(status, /^NoNewPrivs:\s+1$/m);
    const mounts = readFileSync(`/proc/${container.pid}/mountinfo`, 'utf8');
    assert.match(mounts, /^\S+ \S+ \S+ \S+ \/ ro[ ,]/m, 'the root file system is writable');
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
