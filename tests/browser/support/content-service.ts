import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIRequestContext, expect } from '@playwright/test';
import { config } from '../../support/site.ts';

const { linkFields, linkPath } = config;

/** The default links of the service. */
export const operatorLinks: Record<string, string> = {
  [linkFields.link]: 'https://partner.example/my',
  [linkFields.blogLink]: 'https://partner.example/blog',
};

/** Behaviour of the service: returns links, never responds, closes connections. */
export type Behaviour = 'gives links' | 'hangs' | 'is down';

/** Waits until the server has links from its content service that start with these. */
export async function untilServed(
  request: APIRequestContext,
  links: Record<string, string>,
): Promise<void> {
  for (const [field, link] of Object.entries(links)) {
    const response = async () => (await request.get(`${linkPath}?fields[0]=${field}`)).text();
    await expect.poll(response).toContain(link);
  }
}

/** A mock content service over HTTP with fault injection. */
export class ContentService {
  /** Method, URL and authorization of each request. */
  readonly calls: string[] = [];
  readonly token = 'token-of-the-content-service';
  /** Links by field. */
  links = operatorLinks;
  #behaviour: Behaviour = 'gives links';
  readonly #http: Server;

  private constructor(http: Server) {
    this.#http = http;
    http.on('request', (request, response) => this.#respond(request, response));
  }

  static async start(): Promise<ContentService> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new ContentService(http);
  }

  /** Changes the behaviour and closes open connections. */
  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    this.#http.closeAllConnections();
  }

  /** Settings of a server that uses this service with a short refresh interval. */
  get settings(): Record<string, string> {
    const { port } = this.#http.address() as AddressInfo;
    return {
      CONTENT_API_URL: `http://127.0.0.1:${port}`,
      CONTENT_API_TOKEN: this.token,
      CONTENT_API_TIMEOUT: '300ms',
      CONTENT_API_REFRESH: '100ms',
    };
  }

  async stop(): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '/', headers, socket } = request;
    this.calls.push(`${method} ${decodeURIComponent(url)} ${headers.authorization}`);
    if (this.#behaviour === 'is down') socket.destroy();
    if (this.#behaviour !== 'gives links') return;

    const { pathname, searchParams } = new URL(url, 'http://service');
    const field = searchParams.get('fields[0]') ?? '';
    const link = pathname === linkPath ? this.links[field] : undefined;
    if (headers.authorization !== `Bearer ${this.token}`) response.writeHead(401).end();
    else if (!link) response.writeHead(404).end();
    else response.end(JSON.stringify({ data: { id: 1, attributes: { [field]: link } } }));
  }
}
