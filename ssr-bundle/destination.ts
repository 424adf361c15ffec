import { putHtml, waitForRoom, writeHtml } from './host.ts';

type Signal = 'drain' | 'close' | 'error';

/**
 * Where React writes one page. It has the parts of a Node stream that
 * `renderToPipeableStream` uses: the host gathers text and sends it with one
 * operation per flush, and a reader who is slow makes React wait.
 */
export class PageDestination {
  /** Settles when all was sent, or when the reader has gone. */
  readonly finished: Promise<void>;

  #id: number;
  #ending: string;
  #hasMore = false;
  #isFull = false;
  #isEnded = false;
  #isClosed = false;
  #listeners = new Map<Signal, () => void>();
  #finish!: () => void;
  #fail!: (reason: unknown) => void;

  /** @param ending what follows React's HTML */
  constructor(id: number, ending: string) {
    this.#id = id;
    this.#ending = ending;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
  }

  on(signal: Signal, listener: () => void): void {
    this.#listeners.set(signal, listener);
  }

  write(html: string): boolean {
    putHtml(this.#id, html);
    this.#hasMore = true;
    return !this.#isFull;
  }

  /** Sends when React is done for now: when it ends the page at once, that is one chunk. */
  flush(): void {
    queueMicrotask(() => this.#send());
  }

  end(): void {
    this.write(this.#ending);
    this.#isEnded = true;
    this.#send();
    this.#finishWhenSent();
  }

  /** Called with the failure of a page that had begun; nothing more is sent. */
  destroy(): void {
    this.#isClosed = true;
  }

  #send(): void {
    if (this.#isFull || this.#isClosed || !this.#hasMore) return;
    this.#hasMore = false;
    if (!writeHtml(this.#id, '')) this.#resumeWhenDrained().catch(this.#fail);
  }

  async #resumeWhenDrained(): Promise<void> {
    this.#isFull = true;
    const hasReader = await waitForRoom(this.#id);
    this.#isFull = false;
    if (!hasReader) {
      this.#isClosed = true;
      this.#finish();
      // Makes React give up the rest of the page.
      this.#listeners.get('close')?.();
      return;
    }
    this.#send();
    if (this.#isEnded) this.#finishWhenSent();
    else if (!this.#isFull) this.#listeners.get('drain')?.();
  }

  #finishWhenSent(): void {
    if (!this.#isFull && !this.#hasMore) this.#finish();
  }
}
