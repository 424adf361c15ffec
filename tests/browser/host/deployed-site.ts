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
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SiteCopy } from '../../../tools/build/testing.ts';
import { DIST_DIR, siteFolder } from '../../support/marquee.ts';
import type { MessageFormatter } from '../support/languages.ts';
import { type MarqueeServer, startServer } from '../support/marquee-server.ts';
import { SiteProxy } from '../support/site-proxy.ts';
import { test as base } from './test.ts';

/** The folders of the site's two builds. */
interface Builds {
  old: string;
  new: string;
}

type Build = keyof Builds;

const signUpLabel = 'home.join.action';

/** Returns the label of the link to the sign-up page, which differs between the builds. */
export function labelIn(build: Build, message: MessageFormatter): string {
  return message(signUpLabel) + (build === 'new' ? ' 2' : '');
}

/**
 * Builds the site with other messages and another app script. The style sheet stays the same, as
 * Chromium logs a missing one once or twice, at random.
 */
async function buildNew(): Promise<SiteCopy> {
  const copy = new SiteCopy(siteFolder);
  const locales = join(copy.folder, 'locales');
  for (const name of await readdir(locales)) {
    if (!name.endsWith('.json')) continue;
    const file = join(locales, name);
    const messages = JSON.parse(await readFile(file, 'utf8'));
    messages[signUpLabel] += ' 2';
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

/** A site whose server has one of two builds, and can get the other or be replaced. */
export class DeployedSite {
  /** The last one has the requests; the others end after the pages that they served. */
  readonly #servers: MarqueeServer[] = [];

  private constructor(
    private readonly builds: Builds,
    private readonly folder: string,
    readonly proxy: SiteProxy,
  ) {}

  static async start(builds: Builds): Promise<DeployedSite> {
    const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
    const site = new DeployedSite(builds, folder, await SiteProxy.start(''));
    await site.#pointTo('old');
    await site.#serve(join(folder, 'current'));
    return site;
  }

  /** Reloads a build in the running server, which keeps the files of the previous one. */
  async reloadTo(build: Build): Promise<void> {
    await this.#pointTo(build);
    this.#servers.at(-1)?.reload();
    const { build: id } = JSON.parse(await readFile(join(this.builds[build], 'site.json'), 'utf8'));
    const page = async () => (await fetch(this.proxy.url)).text();
    await expect.poll(page).toContain(`"build":"${id}"`);
  }

  /** Replaces the server by one with only this build. */
  async replaceWith(build: Build): Promise<void> {
    await this.#serve(this.builds[build]);
  }

  async stop(): Promise<void> {
    this.proxy.stop();
    for (const server of this.#servers) await server.stop();
    await rm(this.folder, { recursive: true });
  }

  async #serve(dist: string): Promise<void> {
    const server = await startServer({ DIST_DIR: dist });
    this.#servers.push(server);
    this.proxy.site = server.url;
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
    async ({}, use) => {
      const copy = await buildNew();
      await use({ old: DIST_DIR, new: join(copy.folder, 'dist') });
      copy.remove();
    },
    { scope: 'worker' },
  ],
  site: async ({ builds }, use) => {
    const site = await DeployedSite.start(builds);
    await use(site);
    await site.stop();
  },
  baseURL: ({ site }, use) => use(site.proxy.url),
});
