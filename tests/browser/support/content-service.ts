import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIRequestContext, expect } from '@playwright/test';

const token = 'token-of-the-content-service';

/** What a service knows unless it is told something else. */
export const operatorsLinks: Record<string, string> = {
  winbox77_my: 'https://partner.example/my',
  winboxv2_com: 'https://partner.example/blog',
};

/** How the service answers: each field's link, an error, never, or not at all. */
export type Behaviour = 'gives links' | 'fails' | 'hangs' | 'is down';

/** Waits until the server has these links from its content service; their beginnings will do. */
export async function untilServed(
  request: APIRequestContext,
  links: Record<string, string>,
): Promise<void> {
  for (const [field, link] of Object.entries(links)) {
    const answer = async () => (await request.get(`/api/winbox?fields[0]=${field}`)).text();
    await expect.poll(answer).toContain(link);
  }
}

/** A real HTTP content service that can be told to misbehave. */
export class ContentService {
  /** Requests since its behaviour last changed. */
  asked = 0;
  /** What it knows, by field. */
  links = operatorsLinks;
  #behaviour: Behaviour = 'gives links';
  readonly #http: Server;

  private constructor(http: Server) {
    this.#http = http;
    http.on('request', (request, response) => this.#answer(request, response));
  }

  static async start(): Promise<ContentService> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new ContentService(http);
  }

  /** Changes how it answers from now on; who hangs is let go. */
  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    this.asked = 0;
    this.#http.closeAllConnections();
  }

  /** The settings that make a server use this service, and look at it often. */
  get settings(): Record<string, string> {
    const { port } = this.#http.address() as AddressInfo;
    return {
      CONTENT_API_URL: `http://127.0.0.1:${port}`,
      CONTENT_API_TOKEN: token,
      CONTENT_API_TIMEOUT: '300ms',
      CONTENT_API_REFRESH: '100ms',
    };
  }

  async stop(): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  #answer({ url = '/', headers, socket }: IncomingMessage, response: ServerResponse): void {
    this.asked += 1;
    if (this.#behaviour === 'is down') socket.destroy();
    if (this.#behaviour === 'fails') response.writeHead(500).end();
    if (this.#behaviour !== 'gives links') return;

    const { pathname, searchParams } = new URL(url, 'http://service');
    const field = searchParams.get('fields[0]') ?? '';
    const link = pathname === '/api/winbox' ? this.links[field] : undefined;
    if (headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    else if (!link) response.writeHead(404).end();
    else response.end(JSON.stringify({ data: { id: 1, attributes: { [field]: link } } }));
  }
}
