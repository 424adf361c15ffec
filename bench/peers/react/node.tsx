import { createServer } from 'node:http';
import { renderToPipeableStream } from 'react-dom/server';
import { HomeDocument } from './home-document.tsx';
import { headers, withoutPreloads } from './response.ts';

const server = createServer((_request, response) => {
  const { pipe } = renderToPipeableStream(<HomeDocument />, {
    ...withoutPreloads,
    onShellReady() {
      response.writeHead(200, headers);
      pipe(response);
    },
    onShellError() {
      response.writeHead(500).end();
    },
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
