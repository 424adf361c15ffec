import { putHtml, waitForDrain, writeHtml } from './host.ts';

type StreamEvent = 'drain' | 'close' | 'error';

/**
 * The destination of one page: the part of Node's `Writable` that `renderToPipeableStream` uses. The
 * text of a flush is joined and sent as one chunk; a slow client applies backpressure.
 */
export class PageDestination {
  /** Resolves when everything was sent or the client has disconnected. */
  readonly finished: Promise<void>;

  #id: number;
  #ending: string;
  #chunks: string[] = [];
  #isFull = false;
  #isEnded = false;
  #isClosed = false;
  #listeners = new Map<StreamEvent, () => void>();
  #finish!: () => void;
  #fail!: (reason: unknown) => void;

  /** @param ending HTML after React's output */
  constructor(id: number, ending: string) {
    this.#id = id;
    this.#ending = ending;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
  }

  on(event: StreamEvent, listener: () => void): void {
    this.#listeners.set(event, listener);
  }

  write(html: string): boolean {
    this.#chunks.push(html);
    return !this.#isFull;
  }

  /** Sends in a microtask, so that a page that ends synchronously is sent as one chunk. */
  flush(): void {
    queueMicrotask(() => this.#send());
  }

  end(): void {
    this.write(this.#ending);
    this.#isEnded = true;
    this.#send();
    this.#finishWhenSent();
  }

  /** Called when rendering fails after the first write. Nothing more is sent. */
  destroy(): void {
    this.#isClosed = true;
  }

  #send(): void {
    if (this.#isFull || this.#isClosed || this.#chunks.length === 0) return;
    const html = this.#chunks.join('');
    this.#chunks = [];
    // The host sends the rest when the render has ended.
    if (this.#isEnded) putHtml(this.#id, html);
    else if (!writeHtml(this.#id, html)) this.#resumeWhenDrained().catch(this.#fail);
  }

  async #resumeWhenDrained(): Promise<void> {
    this.#isFull = true;
    const isConnected = await waitForDrain(this.#id);
    this.#isFull = false;
    if (!isConnected) {
      this.#isClosed = true;
      this.#finish();
      // Makes React abort the render.
      this.#listeners.get('close')?.();
      return;
    }
    this.#send();
    if (this.#isEnded) this.#finishWhenSent();
    else if (!this.#isFull) this.#listeners.get('drain')?.();
  }

  #finishWhenSent(): void {
    if (!this.#isFull && this.#chunks.length === 0) this.#finish();
  }
}
