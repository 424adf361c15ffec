import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between browsers and a site, which a test can replace at any moment. */
export class SiteProxy {
  /** Returns whether it responds itself. Headers that it only sets replace those of the site. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

  private constructor(
    private readonly http: Server,
    /** The URL of the site. */
    public site: string,
  ) {
    http.on('request', (request, response) => {
      if (!this.intercept(request, response)) this.#forward(request, response);
    });
  }

  static async start(site: string): Promise<SiteProxy> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new SiteProxy(http, site);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.http.close();
    this.http.closeAllConnections();
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method, headers } = request;
    const forwarded = httpRequest(new URL(url, this.site), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, ...response.getHeaders() });
      reply.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  }
}
