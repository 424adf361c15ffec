import { resolve } from 'node:path';
import { binary } from '../../../tools/binary.ts';
import { Program } from '../../support/program.ts';

/** The development server. */
export type DevServer = Awaited<ReturnType<typeof startDevServer>>;

/** Starts a development server in a folder with the sources. */
export async function startDevServer(
  folder: string,
  options: string[] = [],
  variables: Record<string, string> = {},
) {
  const args = ['--import', 'tsx', 'tools/build/dev.ts', ...options];
  const env = { ...process.env, MARQUEE: binary, ...variables };
  const cwd = resolve(import.meta.dirname, '../../..', folder);
  const server = new Program('node', args, { cwd, env });
  /** Returns what it has printed so far. */
  const terminal = () => server.lines.join('\n');
  const url = await server.until('it serves', () => /^Serving (.*)$/m.exec(terminal())?.[1]);
  return { url, terminal, stop: () => server.stop() };
}
