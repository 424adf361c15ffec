import { renderToReadableStream } from 'react-dom/server';
import { HomeDocument } from './home-document.tsx';
import { headers, withoutPreloads } from './response.ts';

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  async fetch() {
    const stream = await renderToReadableStream(<HomeDocument />, withoutPreloads);
    return new Response(stream, { headers });
  },
});
