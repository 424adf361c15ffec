import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from './program.mjs';

const project = new URL('../../../deploy/strapi/', import.meta.url);

/** A Strapi process with its own database, which persists across restarts. */
export class Strapi {
  token = 'token-of-the-tests';
  #folder;
  #port;
  /** @type {Program | undefined} */
  #program;

  /**
   * @param {string} folder
   * @param {number} port
   */
  constructor(folder, port) {
    this.#folder = folder;
    this.#port = port;
  }

  /**
   * Starts Strapi with an empty database, and stops it after the test.
   *
   * @param {{ after: (end: () => Promise<void>) => void }} test
   * @param {Record<string, string>} settings
   */
  static async start(test, settings = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'marquee-strapi-'));
    const strapi = new Strapi(folder, await freePort());
    test.after(async () => {
      await strapi.stop();
      await rm(folder, { recursive: true });
    });
    await strapi.start(settings);
    return strapi;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts or restarts Strapi with its existing database. */
  async start(/** @type {Record<string, string>} */ settings = {}) {
    const program = new Program(process.execPath, ['node_modules/.bin/strapi', 'start'], {
      cwd: project,
      env: {
        HOME: this.#folder,
        ENV_PATH: 'development.env',
        DATA_DIR: this.#folder,
        PORT: String(this.#port),
        CONTENT_API_TOKEN: this.token,
        ...settings,
      },
    });
    this.#program = program;
    await program.until('Strapi is healthy', () =>
      fetch(`${this.url}/_health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  async stop() {
    await this.#program?.stop();
  }

  /** Requests a field with a token. */
  request(field = 'winbox77_my', token = this.token) {
    const headers = { Authorization: `Bearer ${token}` };
    return fetch(`${this.url}/api/winbox?fields[0]=${field}`, { headers });
  }
}

/** @returns {Promise<number>} a free port, reusable across restarts */
async function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      server.close(() => resolve(address.port));
    });
  });
}
