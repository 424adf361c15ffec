import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { test } from 'vitest';
import * as business from '../../client/business.ts';
import { compileLocales, compilePseudoLocales } from '../messages/compile.ts';
import { siteConstants, visit } from '../messages/icu.ts';
import { readLanguages } from '../messages/language.ts';
import { sharedOptions } from './bundles.ts';
import { leanComponents, leanFormatters, reactAsModules, toModule } from './libraries.ts';

const require = createRequire(import.meta.url);

/** React's modules, and their files. */
const modules = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/** Bundles a script. Returns its text. */
async function bundle(contents: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles = [] } = await build({
    ...sharedOptions,
    stdin: { contents, resolveDir: '.' },
    outdir: 'dist',
    logLevel: 'silent',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}

test("React's modules have the same exports as ES modules", async () => {
  const names = Object.keys(modules);
  const script = names.map((name, place) => `export * as module${place} from '${name}';`).join('');
  const text = await bundle(script, [reactAsModules()]);
  const bundled = await import(`data:text/javascript,${encodeURIComponent(text)}`);

  const typesOf = (exports: object) =>
    Object.entries(exports)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort();
  for (const [place, [name, file]] of Object.entries(modules).entries()) {
    const { default: whole, ...exports } = bundled[`module${place}`];
    const [scope = ''] = file.split('/');
    const original = require(join(dirname(require.resolve(scope)), file.slice(scope.length)));
    assert.deepEqual(typesOf(exports), typesOf(original), name);
    assert.deepEqual(typesOf(whole), typesOf(original), name);
  }
});

for (const source of [
  'module.exports = {};',
  'exports["name"] = 1;',
  'function late() { return require("react"); }',
]) {
  test(`A module of React is rejected if it has: ${source}`, () => {
    assert.throws(() => toModule(source), /unknown form/);
  });
}

const useIntl =
  "import { createIntl } from 'react-intl'; const intl = createIntl({ locale: 'en' });";

test('The build rejects an app that uses a removed formatter', async () => {
  const plugins = [leanComponents(), leanFormatters()];
  assert.ok(await bundle(`${useIntl} intl.formatMessage({ id: 'a' });`, plugins));
  for (const name of ['formatNumber', 'formatDate', 'formatRelativeTime', 'formatDisplayName']) {
    await assert.rejects(
      bundle(`${useIntl} intl.${name}(1);`, plugins),
      new RegExp(`the app uses ${name},`),
    );
  }
});

test('Compiled messages have only text, tags and arguments', async () => {
  const languages = await readLanguages('locales');
  const constants = siteConstants(business);
  const locales = [
    ...compileLocales(languages, constants),
    ...compilePseudoLocales(languages, constants),
  ];
  const [text, argument, tag] = [0, 1, 8];
  for (const { code, table } of locales) {
    for (const [id, message] of Object.entries(table)) {
      if (typeof message === 'string') continue;
      visit(message, ({ type }) => {
        assert.ok([text, argument, tag].includes(type), `${code}: ${id} has an element ${type}`);
      });
    }
  }
});
