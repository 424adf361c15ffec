/** A server with two builds of the site: the one of all tests, and a newer one. */
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { SiteCopy } from '../../../tools/build/testing.ts';
import type { MessageFormatter } from './languages.ts';
import { type MarqueeServer, startServer } from './marquee-server.ts';
import { test as base } from './test.ts';

/** The folders of the site's two builds. */
interface Builds {
  old: string;
  new: string;
}

type Build = keyof Builds;

const registerLabel = 'account.register.label';

/** Returns the label of the registration button, which differs between the builds. */
export function labelIn(build: Build, message: MessageFormatter): string {
  return message(registerLabel) + (build === 'new' ? ' 2' : '');
}

/**
 * Builds the site with other messages and another app script. The style sheet stays the same, as
 * Chromium logs a missing one once or twice, at random.
 */
async function buildNew(): Promise<SiteCopy> {
  const copy = new SiteCopy();
  for (const name of await readdir('locales')) {
    if (!name.endsWith('.json')) continue;
    const file = join(copy.folder, 'locales', name);
    const messages = JSON.parse(await readFile(file, 'utf8'));
    messages[registerLabel] += ' 2';
    await writeFile(file, JSON.stringify(messages));
  }
  copy.replace(
    'client/site/config.ts',
    'retiredWorkers: string[] = []',
    `retiredWorkers = ['/old/worker.js']`,
  );
  await appendFile(
    join(copy.folder, 'client/boot/hydrate.tsx'),
    `Reflect.set(window, 'build', 'new');\n`,
  );
  expect(copy.build()).toMatchObject({ status: 0 });
  return copy;
}

/** A server of one of two builds, which can switch to the other. */
export class DeployedSite {
  #server: MarqueeServer | undefined;

  private constructor(
    private readonly builds: Builds,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(builds: Builds): Promise<DeployedSite> {
    const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
    await symlink(builds.old, join(folder, 'current'));
    const server = await startServer({ DIST_DIR: join(folder, 'current') });
    const site = new DeployedSite(builds, folder, server.url);
    site.#server = server;
    return site;
  }

  /** Reloads a build in the running server, which keeps the files of the previous one. */
  async reloadTo(build: Build): Promise<void> {
    await this.#pointTo(build);
    this.#server?.reload();
    const { build: id } = JSON.parse(await readFile(join(this.builds[build], 'site.json'), 'utf8'));
    const page = async () => (await fetch(this.url)).text();
    await expect.poll(page).toContain(`"build":"${id}"`);
  }

  /** Restarts the server on the same port with only this build. */
  async restartWith(build: Build): Promise<void> {
    await this.#server?.stop();
    await this.#pointTo(build);
    const { host } = new URL(this.url);
    this.#server = await startServer({ DIST_DIR: join(this.folder, 'current'), LISTEN_ADDR: host });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    await rm(this.folder, { recursive: true });
  }

  async #pointTo(build: Build): Promise<void> {
    const next = join(this.folder, 'next');
    await symlink(this.builds[build], next);
    await rename(next, join(this.folder, 'current'));
  }
}

/** Starts each test with the old build. */
export const test = base.extend<{ site: DeployedSite }, { builds: Builds }>({
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const copy = await buildNew();
      await use({ old: resolve('dist'), new: join(copy.folder, 'dist') });
      copy.remove();
    },
    { scope: 'worker' },
  ],
  site: async ({ builds }, use) => {
    const site = await DeployedSite.start(builds);
    await use(site);
    await site.stop();
  },
  baseURL: ({ site }, use) => use(site.url),
});
