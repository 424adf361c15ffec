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

  private constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const what = `console ${message.type()}: ${message.text()}`;
      this.#events.push({ what, address: message.location().url });
    });
    context.on('weberror', (error) => this.#events.push({ what: `page error: ${error.error()}` }));
    context.on('dialog', (dialog) => {
      this.#events.push({ what: `dialog: ${dialog.message()}` });
      void dialog.dismiss();
    });
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

  /** Listens to all pages of the context that are opened from now on. */
  static async in(context: BrowserContext): Promise<Trouble> {
    const trouble = new Trouble(context);
    // The policy names no address to report to; the pages tell themselves.
    await context.exposeFunction('tellTrouble', (what: string) => trouble.#events.push({ what }));
    await context.addInitScript(() => {
      const tell: (what: string) => void = Reflect.get(window, 'tellTrouble');
      window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        tell(`policy: ${effectiveDirective} refused ${blockedURI}`),
      );
    });
    return trouble;
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
