/**
 * Patches React's server renderer for an interpreting engine.
 *
 * Work per text chunk and per attribute, negligible with a JIT, took an interpreter half of the
 * render time. The patches leave the HTML byte for byte the same, which tests verify.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'acorn';

/** Capacity of the cache of texts that need no escaping; a page has some 400. */
const MAX_CACHED_TEXTS = 2048;

/** Chunks per write: short joins are more often all Latin-1, stored at one byte per character. */
const CHUNKS_PER_WRITE = 256;

/**
 * Replacements in the source of React's renderer. Each `before` occurs exactly once.
 *
 * @type {[before: string, after: string][]}
 */
const replacements = [
  // React uses chunk lengths to outline large Suspense boundaries, of which the pages have none.
  // Null is React's value for platforms where the length is unknown.
  [
    `function byteLengthOfChunk(chunk) {
  return Buffer.byteLength(chunk, "utf8");
}`,
    'var byteLengthOfChunk = null;',
  ],
  // Most texts and attributes are the same on every page; a cache lookup is faster than matching
  // the escape regex.
  [
    `var match = matchHtmlRegExp.exec(text);`,
    `if (plainTexts.has(text)) return text;
  var match = matchHtmlRegExp.exec(text);
  if (match === null) {
    if (plainTexts.size === ${MAX_CACHED_TEXTS}) plainTexts.clear();
    plainTexts.add(text);
  }`,
  ],
  [`  matchHtmlRegExp =`, `  plainTexts = new Set(),\n  matchHtmlRegExp =`],
  [
    `for (; chunkIdx < chunks.length - 1; chunkIdx++)
        writeChunk(destination, chunks[chunkIdx]);`,
    `for (var end; chunkIdx < chunks.length - 1; chunkIdx = end) {
        end = Math.min(chunkIdx + ${CHUNKS_PER_WRITE}, chunks.length - 1);
        destination.write(chunks.slice(chunkIdx, end).join(""));
      }`,
  ],
];

/** Minimum number of cases for a lookup table. Three of React's switches have as many. */
const WIDE = 18;

/** Maximum number of cases of the switches that replace a wide one. */
const SHORT = 6;

/**
 * Returns the esbuild plugin that applies the patches.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanRenderer() {
  return {
    name: 'lean-renderer',
    setup(build) {
      build.onLoad({ filter: /react-dom-server\.bun\.production\.js$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [before, after] of replacements) {
          if (contents.split(before).length !== 2) {
            return {
              errors: [
                {
                  text: `React's renderer has changed: expected exactly one occurrence of: ${before}`,
                },
              ],
            };
          }
          contents = contents.replace(before, () => after);
        }
        return { contents: withoutWideSwitches(contents), loader: 'js' };
      });
    },
  };
}

/**
 * Replaces wide switches over strings, whose cases the engine compares one by one, with a `Map`
 * lookup followed by short switches over integers.
 *
 * @param {string} source
 */
export function withoutWideSwitches(source) {
  /** @type {string[]} */
  const tables = [];
  let changed = '';
  let done = 0;
  for (const node of wideSwitches(parse(source, { ecmaVersion: 'latest' }))) {
    const bodies = bodiesOf(source, node);
    const names = bodies.flatMap((body, place) => body.names.map((name) => [name, place]));
    const number = tables.length;
    const [table, place] = [`places$${number}`, `place$${number}`];
    tables.push(`var ${table} = new Map(${JSON.stringify(names)}), ${place};\n`);
    const other = bodies.findIndex(({ isDefault }) => isDefault);
    const value = source.slice(node.discriminant.start, node.discriminant.end);
    changed +=
      `${source.slice(done, node.start)}{\n` +
      `${place} = ${table}.get(${value}) ?? ${other};\n` +
      `${shortSwitches(place, bodies)}\n}`;
    done = node.end;
  }
  return tables.join('') + changed + source.slice(done);
}

/**
 * @param {import('acorn').Node} node
 * @returns {import('acorn').SwitchStatement[]}
 */
function wideSwitches(node) {
  if (node.type === 'SwitchStatement') {
    const statement = /** @type {import('acorn').SwitchStatement} */ (node);
    const names = statement.cases.flatMap(({ test }) => (test ? [nameIn(test)] : []));
    if (names.length >= WIDE && !names.includes(undefined)) return [statement];
  }
  const parts = Object.values(node).flat();
  return parts.flatMap((part) => (typeof part?.type === 'string' ? wideSwitches(part) : []));
}

/** @param {import('acorn').Expression} test */
function nameIn(test) {
  return test.type === 'Literal' && typeof test.value === 'string' ? test.value : undefined;
}

/**
 * Returns the bodies of a switch, each with its case labels.
 *
 * @param {string} source
 * @param {import('acorn').SwitchStatement} node
 */
function bodiesOf(source, { cases }) {
  const bodies = [];
  /** @type {string[]} */
  let names = [];
  let isDefault = false;
  for (const { test, consequent } of cases) {
    if (test) names.push(String(nameIn(test)));
    else isDefault = true;
    const [first, last] = [consequent.at(0), consequent.at(-1)];
    if (!first || !last) continue;
    const fallsThrough = !/^(Break|Continue|Return|Throw)Statement$/.test(last.type);
    bodies.push({ names, isDefault, fallsThrough, text: source.slice(first.start, last.end) });
    names = [];
    isDefault = false;
  }
  return bodies;
}

/**
 * Splits bodies into short switches. Bodies that fall through stay in one switch.
 *
 * @param {string} place variable that holds the index of the body
 * @param {ReturnType<typeof bodiesOf>} bodies
 */
function shortSwitches(place, bodies) {
  const switches = [];
  let cases = [];
  for (const [index, { text, fallsThrough }] of bodies.entries()) {
    cases.push(`case ${index}:\n${text}\n`);
    const isLast = index === bodies.length - 1;
    if (!isLast && (fallsThrough || cases.length < SHORT)) continue;
    const condition = isLast ? '' : `if (${place} <= ${index}) `;
    switches.push(`${condition}switch (${place}) {\n${cases.join('')}}`);
    cases = [];
  }
  return switches.join(' else ');
}
