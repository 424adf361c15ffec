import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

const stub = fileURLToPath(new URL('stub.js', import.meta.url));

export default defineConfig({
  // One ES module without imports, for an engine with nothing but ECMAScript.
  build: { ssr: 'src/entry-server.jsx', target: 'es2022' },
  ssr: { noExternal: true, target: 'webworker' },
  esbuild: { jsx: 'automatic' },
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      'react-dom/server': 'react-dom/server.bun',
      crypto: stub,
      stream: stub,
      util: stub,
    },
  },
});
