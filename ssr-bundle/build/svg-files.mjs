import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { SVGPathData } from 'svg-pathdata';
import { BuildFault } from './faults.mjs';

const number = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;
const separator = String.raw`(?:\s+,?\s*|,\s*)`;

/**
 * @param {number} least how many numbers
 * @param {number} [most] any number of them
 */
const numbers = (least, most) =>
  `${number}(?:${separator}${number}){${least - 1},${most === undefined ? '' : most - 1}}`;

const transform = [
  `(?:translate|scale)\\(${numbers(1, 2)}\\)`,
  `rotate\\((?:${number}|${numbers(3, 3)})\\)`,
  `skew[XY]\\(${number}\\)`,
  `matrix\\(${numbers(6, 6)}\\)`,
].join('|');

/**
 * Grammars of SVG 1.1, in which a separator stands between any two numbers. Chromium and WebKit
 * read `viewBox="-144-80 288 160"` without one; Firefox drops the attribute and draws next to
 * nothing.
 */
const grammars = [
  { names: ['id'], grammar: '[A-Za-z_][\\w.-]*' },
  { names: ['viewBox'], grammar: numbers(4, 4) },
  { names: ['points', 'stroke-dasharray'], grammar: numbers(1) },
  {
    names: ['transform', 'gradientTransform', 'patternTransform'],
    grammar: `(?:(?:${transform})${separator}?)+`,
  },
  {
    names: ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'],
    grammar: `${number}%?`,
  },
  {
    names: ['offset', 'opacity', 'fill-opacity', 'stop-opacity', 'stroke-opacity', 'stroke-width'],
    grammar: `${number}%?`,
  },
].flatMap(({ names, grammar }) =>
  names.map((name) => /** @type {const} */ ([name, new RegExp(`^\\s*${grammar}\\s*$`)])),
);
const grammarOf = new Map(grammars);

/**
 * Rejects SVG files that engines read differently, each with its file and reason.
 *
 * @param {string} folder
 */
export async function checkSvgFiles(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).sort();
  const faults = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return svgFaults(await readFile(file, 'utf8')).map((fault) => `${file}${fault}`);
    }),
  );
  if (faults.flat().length > 0) throw new BuildFault(faults.flat());
}

/**
 * What is not well-formed XML, breaks the grammar of its attribute, or refers to nothing.
 *
 * @param {string} source
 * @returns {string[]} each one `:line: reason`
 */
export function svgFaults(source) {
  /** @type {string[]} */
  const faults = [];
  /** @type {Set<string>} */
  const ids = new Set();
  /** @type {{ id: string, line: number }[]} */
  const references = [];
  const parser = new SaxesParser({ xmlns: true });

  parser.on('error', ({ message }) => faults.push(`:${message}`));
  parser.on('attribute', ({ name, value }) => {
    const { line } = parser;
    const reason = attributeFault(name, value);
    if (reason) faults.push(`:${line}: ${name}="${value}" ${reason}`);
    if (name === 'id') {
      if (ids.has(value)) faults.push(`:${line}: id="${value}" stands twice`);
      ids.add(value);
    }
    const id = name === 'href' ? value.slice(1) : /^url\(#(.+)\)$/.exec(value)?.[1];
    if (id !== undefined) references.push({ id, line });
  });
  try {
    parser.write(source).close();
  } catch (error) {
    faults.push(`: ${error instanceof Error ? error.message : error}`);
  }
  for (const { id, line } of references) {
    if (!ids.has(id)) faults.push(`:${line}: nothing has the id "${id}"`);
  }
  return faults;
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string | null}
 */
function attributeFault(name, value) {
  if (name === 'd') return pathFault(value);
  if (grammarOf.get(name)?.test(value) !== false) return null;
  return 'breaks the grammar of SVG 1.1: numbers need a separator, ids begin with a letter';
}

/** @param {string} value */
function pathFault(value) {
  try {
    new SVGPathData(value);
    return null;
  } catch (error) {
    return `is no path: ${error instanceof Error ? error.message : error}`;
  }
}
