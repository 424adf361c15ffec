/** esbuild plugins that patch libraries. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { applyPatch } from 'diff';
import type { Plugin } from 'esbuild';

type Replacement = readonly [pattern: RegExp, replacement: string];

const displayNames: Replacement = [/^\w+\.displayName = .*;$/gm, ''];
const componentCalls: Replacement = [
  /(?<!\/ )(React\d*\.(?:forwardRef|createContext|createElement|memo)\()/g,
  '/* @__PURE__ */ $1',
];

/** What esbuild keeps in a bundle, since it may have side effects, by the library's folder. */
const sideEffects: Record<string, Replacement[]> = {
  'react-intl': [
    displayNames,
    componentCalls,
    [/= (createFormatted\w+\()/g, '= /* @__PURE__ */ $1'],
    [/= (\{\s+\.\.\.\w+,\s+textComponent[\s\S]*?\n\});/, '= /* @__PURE__ */ (() => ($1))();'],
  ],
  'react-router': [
    displayNames,
    componentCalls,
    [/^(?:var )?(\w+) = (new (?:Set|WeakMap)\()/gm, 'var $1 = /* @__PURE__ */ $2'],
    // Texts for its users, not for visitors.
    [/^(\s+)(warning|invariant)\(/gm, '$1/* @__PURE__ */ $2('],
    [/= (Object\.getOwnPropertyNames\(.*|React\d*\[\w+\]);$/gm, '= /* @__PURE__ */ (() => $1)();'],
    [
      /^var (\w+) = (class extends [\s\S]*?\n\});\n\1\.(\w+) = (\w+);$/gm,
      'var $1 = /* @__PURE__ */ (() => Object.assign($2, { $3: $4 }))();',
    ],
  ],
};

/**
 * Marks the components of React Router and React Intl as pure. Each library ships as one file or a few, and
 * esbuild cannot tree-shake calls that may have side effects. This drops the unused forms, fetchers,
 * error boundaries and formatters: 17.1 KB of the app with Brotli. Warns of a version of a library that lacks
 * one of these patterns.
 */
export function leanComponents(): Plugin {
  return {
    name: 'lean-components',
    setup(build) {
      for (const [library, replacements] of Object.entries(sideEffects)) {
        const missing = new Set(replacements);
        const filter = new RegExp(`[\\\\/]${library}[\\\\/](dist[\\\\/].*\\.mjs|index\\.js)$`);
        let isLoaded = false;
        build.onLoad({ filter }, async ({ path }) => {
          isLoaded = true;
          const source = await readFile(path, 'utf8');
          const contents = replacements.reduce((text, replacement) => {
            const [pattern, pure] = replacement;
            if (text.search(pattern) !== -1) missing.delete(replacement);
            return text.replace(pattern, pure);
          }, source);
          return { contents, loader: 'js' };
        });
        build.onEnd(() => {
          const outdated = isLoaded ? [...missing] : [];
          const warnings = outdated.map(([pattern]) => ({
            text: `${library} has changed: expected ${pattern}`,
          }));
          return { warnings };
        });
      }
    },
  };
}

const library = String.raw`[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]`;
const productionBuild = /= require\('(\.\/cjs\/[\w.-]+\.production\.js)'\)/;
const requires = /^var (?:\w+ = require\("[\w-]+"\)(?:,\s+|;$))+/gm;
const bareRequires = /^require\(("[\w-]+")\);$/gm;
const require_ = /(?:var )?(\w+) = require\(("[\w-]+")\)[,;]/g;

/** A patch of React's server renderer, with the reason of each change (ADR 0008). */
const reactPatch = 'tools/build/react.patch';

/**
 * Makes ES modules of React's CommonJS modules. esbuild leaves out of them what the app does not use, and
 * calls their functions directly instead of through a getter for each import: 3.5 KB of the app with Brotli, and
 * a tenth of a render in V8. Patches the server renderer. Both are optimizations: React in another form than expected is bundled as
 * published, with a warning.
 *
 * @param patch null for no patch
 */
export function fastReact(patch: string | null = reactPatch): Plugin {
  return {
    name: 'fast-react',
    setup(build) {
      let changes = '';
      build.onStart(async () => {
        changes = patch === null ? '' : await readFile(patch, 'utf8');
      });
      // Entry points choose between the production and the development build, of which that of the server
      // renderer has a second one, for its legacy API.
      build.onLoad({ filter: new RegExp(`${library}[\\w.-]+\\.js$`) }, async ({ path }) => {
        const file = productionBuild.exec(await readFile(path, 'utf8'))?.[1];
        if (file === undefined) return asPublished(path, 'names no production build');
        const contents = `export * from '${file}'; export * as default from '${file}';`;
        return { contents, loader: 'js' };
      });
      build.onLoad({ filter: new RegExp(`${library}cjs[\\/].*\\.js$`) }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const isPatched = changes.startsWith(`--- a/${basename(path)}\n`);
        const patched = isPatched ? applyPatch(source, changes) : source;
        const contents = toModule(patched || source);
        if (contents === null)
          return asPublished(path, 'has imports or exports of an unknown form');
        const warnings = patched === false ? [{ text: `${patch} does not apply to ${path}` }] : [];
        return { contents, loader: 'js', warnings };
      });
      // A default import would keep all of React.
      build.onLoad({ filter: /[\\/]zustand[\\/]esm[\\/]react\.mjs$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replace(/^import React from/m, 'import * as React from');
        if (contents === source) return asPublished(path, 'has no default import of React');
        return { contents, loader: 'js' };
      });
    },
  };
}

/** Lets esbuild load a module of React as it is. */
function asPublished(path: string, reason: string) {
  return { warnings: [{ text: `${path} ${reason}: it is bundled as published` }] };
}

/**
 * Converts a CommonJS module that requires modules in its declarations, and only assigns to properties of
 * `exports`, to an ES module; null if it does anything else.
 */
export function toModule(source: string): string | null {
  const names = [...new Set(Array.from(source.matchAll(/\bexports\.(\w+)/g), ([, name]) => name))];
  const conditional = names.filter((name) => !source.includes(`\nexports.${name} =`));
  const body = source
    .replace(requires, (all) => {
      const imports = all.replace(require_, 'import * as $1 from $2;');
      return all.endsWith(';') ? imports : `${imports} var `;
    })
    .replace(bareRequires, 'import $1;')
    .replace(/^exports\./gm, 'var exports.')
    .replace(/\bexports\.(\w+)/g, 'exports$$$1');
  if (/\b(?:require\(|module\.|exports\b(?!\$))/.test(body)) return null;
  return [
    ...conditional.map((name) => `var exports$${name};`),
    body,
    `export { ${names.map((name) => `exports$${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}
