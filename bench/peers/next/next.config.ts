import path from 'node:path';
import type { NextConfig } from 'next';

const root = path.join(import.meta.dirname, '../../..');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  poweredByHeader: false,
  // Marquee's own tools check the types of its components.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root,
    rules: { '*.svg': { type: 'asset' } },
    resolveAlias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
};

export default config;
