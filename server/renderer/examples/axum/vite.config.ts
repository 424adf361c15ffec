import { createRequire } from 'node:module';
import { defineConfig } from 'vite';

const { resolve } = createRequire(import.meta.url);

export default defineConfig({
  // One ES module without imports, for an engine with nothing but ECMAScript.
  build: { ssr: 'src/entry-server.jsx', target: 'es2022' },
  ssr: { noExternal: true, target: 'webworker' },
  esbuild: { jsx: 'automatic' },
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      // The part of react-dom/server that needs no API of Node or of browsers: `renderToString`.
      'react-dom/server': resolve('react-dom/package.json').replace(
        'package.json',
        'cjs/react-dom-server-legacy.browser.production.js',
      ),
    },
  },
});
