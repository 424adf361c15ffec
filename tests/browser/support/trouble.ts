import { type BrowserContext, expect } from '@playwright/test';

interface Event {
  what: string;
  address?: string;
}

/** Everything that a visitor's browser complains about. */
export class Trouble {
  #events: Event[] = [];
  /** Documents that rightly answered 404, which Chromium reports as well. */
  readonly #notFoundPages = new Set<string>();

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const what = `console ${message.type()}: ${message.text()}`;
      this.#events.push({ what, address: message.location().url });
    });
    context.on('weberror', (error) => this.#events.push({ what: `page error: ${error.error()}` }));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'for no reason';
      // A visitor who goes on leaves behind what was still loading.
      if (reason === 'net::ERR_ABORTED') return;
      this.#events.push({ what: `request failed: ${request.url()} ${reason}` });
    });
    context.on('response', (response) => {
      const [status, address] = [response.status(), response.url()];
      if (status < 400) return;
      if (status === 404 && response.request().isNavigationRequest()) {
        this.#notFoundPages.add(address);
      } else {
        this.#events.push({ what: `answer ${status}: ${address}` });
      }
    });
  }

  /** What there was so far, in no order to rely on. */
  get seen(): string[] {
    return this.#events
      .filter(
        ({ what, address }) => !(what.includes('404') && this.#notFoundPages.has(address ?? '')),
      )
      .map(({ what }) => what)
      .sort();
  }

  /** Waits for exactly these complaints, which are then no trouble. */
  async announced(...expected: RegExp[]): Promise<void> {
    await expect
      .poll(() => this.seen)
      .toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    this.#events = [];
  }
}
