import { fileURLToPath } from 'node:url';
import { Program } from './program.mjs';
import { until } from './until.mjs';

const root = new URL('../../../', import.meta.url);
const binary = fileURLToPath(new URL('target/release/marquee', root));
const dist = fileURLToPath(new URL('dist', root));

/** How often the links are looked at, milliseconds. */
export const refreshInterval = 1000;

/** The real server, with what visitors and operators get of it. */
export class Marquee {
  url = '';
  #program;

  /** @param {Program} program */
  constructor(program) {
    this.#program = program;
  }

  /**
   * Starts one that reads its links from this service, and ends it with the test.
   *
   * @param {{ after: (end: () => Promise<void>) => void }} test
   * @param {{ url: string, token: string }} contentService
   */
  static async start(test, { url, token }) {
    const program = new Program(binary, [], {
      env: {
        DIST_DIR: dist,
        LISTEN_ADDR: '127.0.0.1:0',
        ADMIN_ADDR: '127.0.0.1:0',
        RENDER_TIMEOUT: '20s',
        // Pages are soon rendered anew, so that they show what is known now.
        PAGE_TTL: '1s',
        CONTENT_API_URL: url,
        CONTENT_API_TOKEN: token,
        CONTENT_API_TIMEOUT: '5s',
        CONTENT_API_REFRESH: `${refreshInterval}ms`,
      },
    });
    const marquee = new Marquee(program);
    test.after(() => program.stop('SIGKILL'));
    const { address } = await program.until('Marquee serves', () =>
      marquee.log.find(({ address }) => address),
    );
    marquee.url = `http://${address}`;
    return marquee;
  }

  /** @returns {Record<string, string>[]} */
  get log() {
    return this.#program.lines.map((line) => JSON.parse(line));
  }

  /** The reasons that operators have been given for links that did not come. */
  get troubles() {
    return this.log.filter(({ level }) => level === 'WARN').map(({ reason }) => reason ?? '');
  }

  /**
   * Waits for a reason that was not given before.
   *
   * @param {string} reason a part of it
   * @param {number} known how many had been given
   */
  async untilTrouble(reason, known = this.troubles.length) {
    await until(`a line about "${reason}"`, () =>
      this.troubles.slice(known).some((trouble) => trouble.includes(reason)),
    );
  }

  async page() {
    const response = await fetch(this.url);
    return { status: response.status, html: await response.text() };
  }

  /** Where the home page's anchors to the operator lead, each address once; '' is nowhere. */
  async links() {
    const { status, html } = await this.page();
    if (status !== 200) return [`status ${status}`];
    const anchors = html.match(/<a [^>]*\b(rel="[^"]*sponsored|aria-disabled="true")[^>]*>/g) ?? [];
    const addresses = anchors.map((anchor) => / href="([^"]*)"/.exec(anchor)?.[1] ?? '');
    return [...new Set(addresses)].toSorted();
  }

  /**
   * Waits until the page's anchors lead to this address or below it.
   *
   * @param {string} address
   */
  async untilLinked(address) {
    await until(`the page links to ${address}`, async () =>
      (await this.links()).some((link) => link.startsWith(address)),
    );
  }

  /**
   * Waits until none of the page's anchors leads to this address or below it.
   *
   * @param {string} address
   */
  async untilUnlinked(address) {
    await until(`the page no longer links to ${address}`, async () =>
      (await this.links()).every((link) => !link.startsWith(address)),
    );
  }

  /**
   * What the site answers to a browser that asks for a link.
   *
   * @param {string} field
   */
  async known(field) {
    const { data } = await (await fetch(`${this.url}/api/winbox?fields[0]=${field}`)).json();
    return data.attributes[field];
  }
}
