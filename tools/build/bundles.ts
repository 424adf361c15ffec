import {
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  context,
  type Plugin,
} from 'esbuild';
import { type Parts, pictures } from './budgets.ts';
import { cssModules } from './css-modules.ts';
import { BuildError, codeFrame } from './errors.ts';
import { fastReact, leanComponents } from './libraries.ts';
import { contentHash, type Files } from './output-files.ts';
import { withPrintStyles } from './print-styles.ts';
import { loadServerBundle, type ServerBundle } from './server-bundle.ts';
import { supportedBrowsers } from './supported-browsers.ts';

/** Of each bundle. */
const plugins = [cssModules(), leanComponents()];

const files = [...pictures, '.ico', '.woff2'];

/**
 * Options shared by the client and server bundles. Both must give a picture the same URL, or
 * hydration would load every picture twice.
 */
export const sharedOptions: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  // The build reports what it finds.
  logLevel: 'silent',
  format: 'esm',
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
  },
  loader: Object.fromEntries(files.map((extension) => [extension, 'file'])),
  entryNames: '[name]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets/',
  // Messages are compiled at build time, so the parser is left out of both bundles.
  alias: {
    '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
  },
  plugins,
};

/** The app, and the style sheet of every page, which is the CSS files that the app imports. */
const clientOptions: BuildOptions = {
  ...sharedOptions,
  entryPoints: [
    'client/boot/hydrate.tsx',
    'client/boot/hydration-errors.ts',
    'client/boot/web-vitals.ts',
  ],
  outdir: 'dist/public/assets',
  platform: 'browser',
  target: supportedBrowsers(),
  // Chrome 103, which has no range syntax in media queries, gets the page without the app.
  supported: { 'media-range': false },
  // V8's explicit compile hint: Chromium compiles the whole file on a background thread while it
  // loads, instead of lazily in one long task on the main thread.
  banner: { js: '//# allFunctionsCalledOnLoad' },
  legalComments: 'external',
  plugins: [...plugins, fastReact()],
};

/**
 * The entry script, which loads the app in supported browsers. Any browser with module scripts and
 * dynamic import can parse it.
 */
const firstScriptOptions: BuildOptions = {
  ...sharedOptions,
  outdir: clientOptions.outdir ?? '',
  platform: 'browser',
  target: 'es2017',
  supported: { 'dynamic-import': true },
};

/** Classic scripts: the one that blocks the first paint, and the one that reports visits. */
const classicOptions: BuildOptions = {
  ...firstScriptOptions,
  entryPoints: ['client/boot/before-paint.ts', 'client/boot/visits.ts'],
  format: 'iife',
};

/** Options of the server bundle, with plugins that change React. */
export const serverWith = (...react: Plugin[]): BuildOptions => ({
  ...sharedOptions,
  entryPoints: { entry: 'ssr-bundle/entry.server.tsx' },
  outdir: 'dist/server',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  loader: { ...sharedOptions.loader, '.css': 'empty' },
  legalComments: 'none',
  // QuickJS parses a line in time quadratic in its length.
  lineLimit: 80,
  alias: {
    ...sharedOptions.alias,
    crypto: './ssr-bundle/node-stubs.ts',
    stream: './ssr-bundle/node-stubs.ts',
    util: './ssr-bundle/node-stubs.ts',
  },
  plugins: [...plugins, ...react],
});

export const serverOptions = serverWith(fastReact());

export interface Bundles extends ServerBundle {
  client: Files;
  server: Files;
  /** The source maps of the scripts of both. */
  sourceMaps: Files;
  /** Of what clients download; none in development. */
  parts: Parts;
}

/**
 * Development: React's own errors and warnings, and scripts that can be read. The maps in the scripts are
 * for the tools of browsers.
 */
function forDevelopment(options: BuildOptions): BuildOptions {
  return {
    ...options,
    minify: false,
    jsxDev: true,
    define: { ...options.define, 'process.env.NODE_ENV': '"development"' },
    sourcemap: options === serverOptions ? 'external' : 'both',
    // The others patch React's production build.
    plugins,
  };
}

/** Creates an incremental bundler for both bundles. */
export async function createBundler({ isDevelopment }: Record<'isDevelopment', boolean>) {
  const entry = isDevelopment ? 'client/boot/entry.dev.ts' : 'client/boot/entry.ts';
  const withMaps = { sourcemap: 'external', sourcesContent: false, metafile: true } as const;
  const options = [
    serverOptions,
    clientOptions,
    classicOptions,
    { ...firstScriptOptions, entryPoints: { entry } },
  ].map((each) => (isDevelopment ? forDevelopment(each) : { ...each, ...withMaps }));
  const contexts = await Promise.all(options.map((bundle) => context(bundle)));

  return {
    /** Builds both bundles in memory. Warns of each optimization that does not apply to a library. */
    async build(): Promise<Bundles & { warnings: string[] }> {
      const rebuilds = await Promise.allSettled(contexts.map((bundle) => bundle.rebuild()));
      const results = await withoutFindings(rebuilds);
      const warnings = results.flatMap((result) => result.warnings.map(({ text }) => text));
      const [server = [], ...client] = results.map(({ outputFiles = [] }) => outputFiles);
      const files = [...server, ...withHashedNames(withPrintStyles(client.flat()))];
      const sourceMaps = files.filter(({ path }) => path.endsWith('.js.map'));
      const serverBundle = await loadServerBundle(server, sourceMaps);
      return {
        client: files.slice(server.length).filter(({ path }) => !path.endsWith('.map')),
        server,
        sourceMaps,
        parts: partsOf(results.slice(1)),
        warnings: [...new Set(warnings)],
        ...serverBundle,
      };
    },
    async dispose() {
      await Promise.all(contexts.map((bundle) => bundle.dispose()));
    },
  };
}

function partsOf(results: BuildResult[]): Parts {
  const parts: Parts = {};
  const outputs = results.flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}));
  for (const [output, { inputs }] of outputs) {
    // Pictures and maps are outputs as well.
    if (!/\.(?:css|js)$/.test(output)) continue;
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, name = file] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
      parts[name] = (parts[name] ?? 0) + bytesInOutput;
    }
  }
  return parts;
}

/**
 * Returns the results of bundles, or throws a `BuildError` with all that is wrong in them. Warnings of plugins,
 * unlike those of esbuild, are of what goes without an optimization.
 */
async function withoutFindings(
  rebuilds: PromiseSettledResult<BuildResult>[],
): Promise<BuildResult[]> {
  const messages = rebuilds.flatMap((rebuild) => {
    if (rebuild.status === 'fulfilled')
      return rebuild.value.warnings.filter(({ pluginName }) => pluginName === '');
    if (isBuildFailure(rebuild.reason)) return rebuild.reason.errors;
    throw rebuild.reason;
  });
  const findings = await Promise.all(
    messages.map(async ({ text, location }) => {
      if (!location) return text;
      const { file, line, column } = location;
      const code = await codeFrame(file, line, column + 1);
      return `${file}:${line}:${column + 1}: ${text}\n${code}`;
    }),
  );
  // Both bundles have most of the sources.
  if (findings.length > 0) throw new BuildError([...new Set(findings)]);
  return rebuilds.flatMap((rebuild) => (rebuild.status === 'fulfilled' ? rebuild.value : []));
}

function isBuildFailure(reason: unknown): reason is BuildFailure {
  return reason instanceof Error && 'errors' in reason;
}

/**
 * Adds to the name of each script and style sheet a hash of its contents, and to those of its map and licences. esbuild
 * would make the map part of the hash, which then would change with every comment.
 */
function withHashedNames(files: Files): Files {
  return files.map(({ path, contents }) => {
    const [, name = '', extension, more = ''] = /^(.+)(\.css|\.js)(\..+)?$/.exec(path) ?? [];
    const named = files.find((other) => other.path === name + extension);
    return named
      ? { path: `${name}-${contentHash(named.contents)}${extension}${more}`, contents }
      : { path, contents };
  });
}
