import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

/** What the open pages show: a `version` that makes them reload, and findings. */
interface State {
  version: string;
  build: string;
  /** Errors of pages, on the server and in browsers. */
  errors: string;
  translations: string;
  types: string;
  sizes: string;
}

/** In front of the server, so that its pages reach the event stream on their own origin. */
export class DevProxy {
  /** Port of the server, which changes with each restart. */
  serverPort = 0;
  readonly #state: State = {
    version: '',
    build: 'The first build is running.',
    errors: '',
    translations: '',
    types: '',
    sizes: '',
  };
  /** Open event streams, one for each page. */
  readonly #streams = new Set<ServerResponse>();
  readonly #proxy = createServer((request, response) => {
    const action = request.method === 'POST' ? this.#actions[request.url ?? ''] : undefined;
    if (request.url === '/dev/updates') this.#openStream(response);
    // Of the site's own pages: no other may open an editor.
    else if (action && request.headers['sec-fetch-site'] === 'same-origin') {
      void text(request)
        .then(action)
        .then(
          (result) => response.end(result),
          (error) => response.writeHead(400).end(String(error)),
        );
    } else this.#forward(request, response);
  });
  readonly #actions: Record<string, (body: string) => Promise<string | undefined>>;

  /** `actions` are what pages can post, by path. */
  constructor(actions: Record<string, (body: string) => Promise<string | undefined>>) {
    this.#actions = actions;
  }

  /** Listens on the first free port from `port` on, and returns the URL. */
  async listen(port: number): Promise<string> {
    try {
      this.#proxy.listen(port, '127.0.0.1');
      await once(this.#proxy, 'listening');
      return `http://127.0.0.1:${port}`;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
        return this.listen(port + 1);
      }
      throw error;
    }
  }

  /** Changes what the open pages show. */
  update(changed: Partial<State>) {
    Object.assign(this.#state, changed);
    for (const stream of this.#streams) stream.write(this.#event());
  }

  get #findings() {
    const { version: _, ...findings } = this.#state;
    return Object.values(findings).filter(Boolean).join('\n\n');
  }

  #event() {
    const { version } = this.#state;
    return `data: ${JSON.stringify({ version, findings: this.#findings })}\n\n`;
  }

  #openStream(response: ServerResponse) {
    response.writeHead(200, { 'cache-control': 'no-store', 'content-type': 'text/event-stream' });
    response.write(this.#event());
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
  }

  #forward(request: IncomingMessage, response: ServerResponse) {
    const { method, url: path, headers } = request;
    const port = this.serverPort;
    // Pages can read this header alone of their own response.
    const version = ['Server-Timing', `version;desc="${this.#state.version}"`];
    const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers });
    upstream.once('response', (reply) => {
      // In an app shell the browser would render what the server could not, and maybe never end.
      if (/detail=(?:shell|unavailable)/.test(`${reply.headers['cache-status']}`)) {
        reply.resume();
        this.#respondWithFindings(response);
        return;
      }
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, [
        ...reply.rawHeaders,
        ...version,
      ]);
      reply.pipe(response);
    });
    upstream.once('error', () => this.#respondWithFindings(response));
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  /** Responds where there is no page: it cannot be rendered, or the site or the binary has never been built. */
  #respondWithFindings(response: ServerResponse) {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
    const findings = this.#findings || 'There is no page; the log of the server says why.';
    response.end(`<!doctype html><title>No page</title>
<pre>${findings.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>
<script>
  new EventSource('/dev/updates').onmessage = ({ data }) => {
    const { version, findings } = JSON.parse(data);
    if (version !== '${this.#state.version}') location.reload();
    else if (findings) document.querySelector('pre').textContent = findings;
  };
</script>
`);
  }
}
