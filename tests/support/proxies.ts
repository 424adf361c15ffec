/** The proxies of deploy/proxy/ as processes, at ports and with certificates of a test. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../tools/free-port.ts';
import { runNginx } from './nginx.ts';
import { Program } from './program.ts';

const { CADDY = '' } = process.env;

export interface Response {
  fields: IncomingHttpHeaders;
  /** Names and values in turn. */
  rawFields: string[];
  body: string;
  protocol: string | undefined;
}

/** A proxy that serves https://localhost. */
export class ReverseProxy {
  /** Its port for HTTPS, and the one for HTTP. */
  readonly ports: { https: number; http: number };
  readonly #program: Program;
  readonly #certificate: string;
  readonly #logFile: string | undefined;

  constructor(
    program: Program,
    ports: ReverseProxy['ports'],
    certificate: string,
    logFile?: string,
  ) {
    this.#program = program;
    this.ports = ports;
    this.#certificate = certificate;
    this.#logFile = logFile;
  }

  /** What it has logged. */
  log() {
    return this.#logFile ? readFileSync(this.#logFile, 'utf8') : this.#program.lines.join('\n');
  }

  /** Requests a path as browsers do: by default `GET /`, on a new connection. */
  async request(fields: OutgoingHttpHeaders = {}): Promise<Response> {
    const { https } = this.ports;
    // By address, so that it is known which one the proxy sees.
    const client = connect(`https://127.0.0.1:${https}`, {
      ca: readFileSync(this.#certificate),
      servername: 'localhost',
    });
    // The stream has the error too, such as that the proxy does not listen yet.
    client.on('error', () => {});
    try {
      const stream = client.request({ ':authority': `localhost:${https}`, ...fields });
      stream.end();
      const [received, , rawFields] = await once(stream, 'response');
      const { alpnProtocol: protocol } = client;
      return { fields: received, rawFields, body: await text(stream), protocol };
    } finally {
      client.close();
    }
  }

  /** Waits until it responds. */
  async started() {
    await this.#program.until('the proxy responds', () => this.request().catch(() => undefined));
    return this;
  }

  stop() {
    return this.#program.stop();
  }
}

/** Starts Caddy in front of a server. */
export async function startCaddy(
  folder: string,
  upstream: string,
  { file = 'deploy/proxy/Caddyfile', https = 0 } = {},
) {
  const home = mkdtempSync(join(folder, 'caddy-'));
  const ports = { https: https || (await freePort()), http: await freePort() };
  // On a machine of its own, it has the ports of the protocols, and commands reach it.
  const options = `{\n admin off\n skip_install_trust\n http_port ${ports.http}\n}\n`;
  const site = join(home, 'Caddyfile');
  writeFileSync(site, options + readFileSync(file, 'utf8'));
  const env = { HOME: home, SITE: `https://localhost:${ports.https}`, UPSTREAM: upstream };
  const program = new Program(CADDY, ['run', '--adapter', 'caddyfile', '--config', site], { env });
  // For this name, Caddy is the authority.
  const certificate = join(home, '.local/share/caddy/pki/authorities/local/root.crt');
  return new ReverseProxy(program, ports, certificate);
}

/** Starts nginx in front of a server. */
export async function startNginx(folder: string, upstream: string) {
  const home = mkdtempSync(join(folder, 'nginx-'));
  const ports = { https: await freePort(), http: await freePort() };
  const replacements = {
    '127.0.0.1:8080': upstream,
    'listen 80;': `listen 127.0.0.1:${ports.http};`,
    'listen 443 ': `listen 127.0.0.1:${ports.https} `,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/www.example.com': home,
    '/var/log/nginx': home,
    'www.example.com': 'localhost',
  };
  const site = Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`nginx.conf has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync('deploy/proxy/nginx.conf', 'utf8'),
  );
  const certificate = join(home, 'fullchain.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'],
      ...['-keyout', join(home, 'privkey.pem'), '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
  return new ReverseProxy(runNginx(home, site), ports, certificate, join(home, 'marquee.log'));
}
