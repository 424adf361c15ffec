import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from './program.mjs';

const project = new URL('../../../deploy/strapi/', import.meta.url);

/** A content service with a database of its own, which outlives its process. */
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
   * Starts one with an empty database, and ends it with the test.
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

  /** Starts it, again too, over the database that it has. */
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

  /** What it answers to whoever asks for a field with this token. */
  ask(field = 'winbox77_my', token = this.token) {
    const headers = { Authorization: `Bearer ${token}` };
    return fetch(`${this.url}/api/winbox?fields[0]=${field}`, { headers });
  }
}

/** @returns {Promise<number>} a port that nothing listens on, and that can be taken again and again */
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
