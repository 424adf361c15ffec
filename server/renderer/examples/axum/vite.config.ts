import { defineConfig } from 'vite';

// React's streaming renderer imports them, and uses none to write strings.
const stub = 'data:text/javascript,export class TextEncoder {}; export class Readable {}';

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
