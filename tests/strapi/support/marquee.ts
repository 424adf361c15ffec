import { linkPath } from '../../../client/site/config.ts';
import { startMarquee } from '../../support/marquee.ts';
import type { After, Program } from '../../support/program.ts';
import { until } from '../../support/until.ts';

/** The real server, with access to its pages and log. */
export class Marquee {
  readonly url: string;
  readonly #program: Program;

  constructor(program: Program, address: string | undefined) {
    this.#program = program;
    this.url = `http://${address}`;
  }

  /** Starts a server that uses a content service, and stops it after the test. */
  static async start(test: After, { url, token }: { url: string; token: string }) {
    const { program, address } = await startMarquee({
      RENDER_TIMEOUT: '20s',
      // Cached pages expire soon, so that they show the current links.
      PAGE_TTL: '1s',
      CONTENT_API_URL: url,
      CONTENT_API_TOKEN: token,
      CONTENT_API_TIMEOUT: '5s',
      CONTENT_API_REFRESH: '1s',
    });
    test.after(() => program.stop('SIGKILL'));
    return new Marquee(program, address);
  }

  /** The reasons of logged warnings. */
  get warnings() {
    const log: Record<string, string>[] = this.#program.lines.map((line) => JSON.parse(line));
    return log.filter(({ level }) => level === 'WARN').map(({ reason }) => reason ?? '');
  }

  /** Waits for a new warning with this text in its reason. */
  async untilWarning(reason: string) {
    const seen = this.warnings.length;
    await until(`a line about "${reason}"`, () =>
      this.warnings.slice(seen).some((warning) => warning.includes(reason)),
    );
  }

  /** Returns the distinct URLs of the home page's operator links, '' for disabled ones. */
  async links() {
    const response = await fetch(this.url);
    if (response.status !== 200) return [`status ${response.status}`];
    const html = await response.text();
    const anchors = html.match(/<a [^>]*\bdata-link="[^>]*>/g) ?? [];
    const urls = anchors.map((anchor) => / href="([^"]*)"/.exec(anchor)?.[1] ?? '');
    return [...new Set(urls)].toSorted();
  }

  /** Waits until the page has a link that starts with a URL. */
  async untilLinked(url: string) {
    await until(`the page links to ${url}`, async () =>
      (await this.links()).some((link) => link.startsWith(url)),
    );
  }

  /** Waits until the page has no link that starts with a URL. */
  async untilUnlinked(url: string) {
    await until(`the page does not link to ${url}`, async () =>
      (await this.links()).every((link) => !link.startsWith(url)),
    );
  }

  /** Requests a link from the site's own API. */
  async fetchLink(field: string): Promise<string | null> {
    const { data } = await (await fetch(`${this.url}${linkPath}?fields[0]=${field}`)).json();
    return data.attributes[field];
  }
}
