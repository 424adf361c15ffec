import { type BrowserContext, expect } from '@playwright/test';

interface ErrorEvent {
  what: string;
  url?: string;
}

/** Records console output, errors, failed requests, dialogs and CSP violations. */
export class BrowserErrors {
  #events: ErrorEvent[] = [];
  /** Documents with status 404, for which Chromium logs an error. */
  readonly #notFoundPages = new Set<string>();

  private constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const what = `console ${message.type()}: ${message.text()}`;
      this.#events.push({ what, url: message.location().url });
    });
    context.on('weberror', (error) => this.#events.push({ what: `page error: ${error.error()}` }));
    context.on('dialog', (dialog) => {
      this.#events.push({ what: `dialog: ${dialog.message()}` });
      void dialog.dismiss();
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown reason';
      // Navigation aborts pending requests.
      if (reason === 'net::ERR_ABORTED') return;
      this.#events.push({ what: `request failed: ${request.url()} ${reason}` });
    });
    context.on('response', (response) => {
      const [status, url] = [response.status(), response.url()];
      if (status < 400) return;
      if (status === 404 && response.request().isNavigationRequest()) {
        this.#notFoundPages.add(url);
      } else {
        this.#events.push({ what: `HTTP ${status}: ${url}` });
      }
    });
  }

  /** Records the errors of all pages opened in the context from now on. */
  static async in(context: BrowserContext): Promise<BrowserErrors> {
    const errors = new BrowserErrors(context);
    // The policy has no report URL, so pages report violations themselves.
    await context.exposeFunction('recordViolation', (what: string) =>
      errors.#events.push({ what }),
    );
    await context.addInitScript(() => {
      const record: (what: string) => void = Reflect.get(window, 'recordViolation');
      window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        record(`policy: ${effectiveDirective} blocked ${blockedURI}`),
      );
    });
    return errors;
  }

  /** The errors so far, sorted, as their order is not deterministic. */
  get seen(): string[] {
    return this.#events
      .filter(({ what, url }) => !(what.includes('404') && this.#notFoundPages.has(url ?? '')))
      .map(({ what }) => what)
      .sort();
  }

  /** Waits for exactly these errors, then clears them. */
  async expectExactly(...expected: RegExp[]): Promise<void> {
    await expect
      .poll(() => this.seen)
      .toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    this.#events = [];
  }

  /** Waits for errors of these kinds, any number of each but no others, then clears them. */
  async expectOnly(...kinds: RegExp[]): Promise<void> {
    const others = () => this.seen.filter((what) => !kinds.some((kind) => kind.test(what)));
    await expect.poll(() => this.seen.length).toBeGreaterThan(0);
    expect(others()).toEqual([]);
    this.#events = [];
  }
}
