import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkFields, linkPath } from '../../../client/site/config.ts';
import { freePort } from '../../../tools/free-port.ts';
import { type After, Program } from '../../support/program.ts';

const project = new URL('../../../deploy/strapi/', import.meta.url);

/** A Strapi process with its own database, which persists across restarts. */
export class Strapi {
  token = 'token-of-the-tests';
  #folder: string;
  #port: number;
  #program: Program | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts Strapi with an empty database, and stops it after the test. */
  static async start(test: After, settings: Record<string, string> = {}) {
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
  async start(settings: Record<string, string> = {}) {
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
  request(field: string = linkFields.link, token = this.token) {
    const headers = { Authorization: `Bearer ${token}` };
    return fetch(`${this.url}${linkPath}?fields[0]=${field}`, { headers });
  }
}
