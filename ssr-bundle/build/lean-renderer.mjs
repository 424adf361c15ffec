/**
 * React's renderer for an engine that interprets.
 *
 * Compiled code does not notice what is done for every chunk of text and every
 * attribute; for an interpreter that was half of a page's time. What is changed
 * here changes no byte of the page: tests compare it with Node's.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'acorn';

/** Texts that are remembered as having nothing to escape; a page has some 400. */
const REMEMBERED = 2048;

/** Chunks that are joined at a time: where all are Latin, the engine keeps a byte for a letter. */
const JOINED = 256;

/**
 * Passages of React's renderer, each of which it has once, and what stands in their place.
 *
 * @type {[before: string, after: string][]}
 */
const passages = [
  // Nothing here waits for a part of its page, so nobody asks how long the parts are;
  // this is what React has where it cannot know.
  [
    `function byteLengthOfChunk(chunk) {
  return Buffer.byteLength(chunk, "utf8");
}`,
    'var byteLengthOfChunk = null;',
  ],
  // Most texts and attributes are the same on every page, and to look one up is quicker than to
  // search it for what must be escaped.
  [
    `var match = matchHtmlRegExp.exec(text);`,
    `if (plainTexts.has(text)) return text;
  var match = matchHtmlRegExp.exec(text);
  if (match === null) {
    if (plainTexts.size === ${REMEMBERED}) plainTexts.clear();
    plainTexts.add(text);
  }`,
  ],
  [`  matchHtmlRegExp =`, `  plainTexts = new Set(),\n  matchHtmlRegExp =`],
  [
    `for (; chunkIdx < chunks.length - 1; chunkIdx++)
        writeChunk(destination, chunks[chunkIdx]);`,
    `for (var end; chunkIdx < chunks.length - 1; chunkIdx = end) {
        end = Math.min(chunkIdx + ${JOINED}, chunks.length - 1);
        destination.write(chunks.slice(chunkIdx, end).join(""));
      }`,
  ],
];

/** Cases from which on a `switch` is worth a table: React has three such, for tags and attributes. */
const WIDE = 18;

/** Cases of the switches that come after the table. */
const SHORT = 6;

/**
 * Takes the renderer's source through all of this.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanRenderer() {
  return {
    name: 'lean-renderer',
    setup(build) {
      build.onLoad({ filter: /react-dom-server\.bun\.production\.js$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [before, after] of passages) {
          if (contents.split(before).length !== 2) {
            return { errors: [{ text: `React's renderer has changed; look for: ${before}` }] };
          }
          contents = contents.replace(before, () => after);
        }
        return { contents: withoutWideSwitches(contents), loader: 'js' };
      });
    },
  };
}

/**
 * The same script without its wide switches over strings. The engine tries the
 * cases one after the other; here a table finds the place in one step, and short
 * switches over numbers lead there.
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
 * What a switch may do, each part with the names that lead to it.
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
 * Bodies of which one falls into the next stay in one switch.
 *
 * @param {string} place the variable with a body's number
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
