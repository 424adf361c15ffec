/** The real server, for audits. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { binary } from '../binary.ts';

const site: { locales: { code: string; isPseudo: boolean }[] } = JSON.parse(
  await readFile('dist/site.json', 'utf8'),
);

/** Language codes, without pseudo-locales. */
export const languages = site.locales.filter((locale) => !locale.isPseudo).map(({ code }) => code);

/** Starts a server on a free port. `settings` are additional environment variables. */
export async function startServer(settings: Record<string, string> = {}) {
  const env = { LISTEN_ADDR: '127.0.0.1:0', ADMIN_ADDR: '127.0.0.1:0', ...settings };
  const server = spawn(binary, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(server.stderr)) {
    const { address }: { address?: string } = JSON.parse(line);
    if (address) return { url: `http://${address}/`, stop: () => server.kill() };
  }
  throw new Error('the server exited during startup');
}
