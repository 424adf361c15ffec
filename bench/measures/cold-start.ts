import type { MeasureOptions } from '../measure.ts';
import { end } from '../processes.ts';
import { type ServeOptions, type Server, serve, servers } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'cold-start';
export const title = 'Cold start';

const columns = [{ key: 'time', title: 'First complete page, ms', digits: 1 }];

/** The default settings, but with one engine: engines start one after the other. */
const options = (server: Server): ServeOptions =>
  server.id.startsWith('marquee')
    ? { page: 'cached', env: { RENDER_THREADS: '1' } }
    : { page: 'cached', engines: 1 };

export async function measure({ rounds }: MeasureOptions) {
  const rows = await inTurns(servers, rounds, async (server) => {
    const { child, startTime } = await serve(server, options(server));
    await end(child);
    return { time: startTime };
  });
  return {
    note:
      `From the start of the process to the first complete page, ${rounds} runs. ` +
      'All files are in the page cache of the operating system.',
    tables: [{ id: 'first-page', columns, rows }],
  };
}
