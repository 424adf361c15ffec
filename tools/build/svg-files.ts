import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { SVGPathData } from 'svg-pathdata';
import { BuildError } from './errors.ts';

const number = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;
const separator = String.raw`(?:\s+,?\s*|,\s*)`;

/** Matches at least `min` numbers, and at most `max` if it is given. */
const numbers = (min: number, max?: number) =>
  `${number}(?:${separator}${number}){${min - 1},${max === undefined ? '' : max - 1}}`;

const transform = [
  `(?:translate|scale)\\(${numbers(1, 2)}\\)`,
  `rotate\\((?:${number}|${numbers(3, 3)})\\)`,
  `skew[XY]\\(${number}\\)`,
  `matrix\\(${numbers(6, 6)}\\)`,
].join('|');

/**
 * Attribute grammars of SVG 1.1, which require a separator between numbers. Chromium and WebKit
 * accept `viewBox="-144-80 288 160"`; Firefox ignores the attribute.
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
  names.map((name) => [name, new RegExp(`^\\s*${grammar}\\s*$`)] as const),
);
const grammarOf = new Map(grammars);

/** Throws a `BuildError` for SVG files that browser engines parse differently. */
export async function checkSvgFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).sort();
  const errors = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return svgErrors(await readFile(file, 'utf8')).map((error) => `${file}${error}`);
    }),
  );
  if (errors.flat().length > 0) throw new BuildError(errors.flat());
}

/**
 * Returns markup that is not well-formed, attributes that violate their grammar, and dangling
 * references. Each error is `:line: reason`.
 */
export function svgErrors(source: string) {
  const errors: string[] = [];
  const ids = new Set<string>();
  const references: { id: string; line: number }[] = [];
  const parser = new SaxesParser({ xmlns: true });

  parser.on('error', ({ message }) => errors.push(`:${message}`));
  parser.on('attribute', ({ name, value }) => {
    const { line } = parser;
    const reason = attributeError(name, value);
    if (reason) errors.push(`:${line}: ${name}="${value}" ${reason}`);
    if (name === 'id') {
      if (ids.has(value)) errors.push(`:${line}: id="${value}" is a duplicate`);
      ids.add(value);
    }
    const id = name === 'href' ? value.slice(1) : /^url\(#(.+)\)$/.exec(value)?.[1];
    if (id !== undefined) references.push({ id, line });
  });
  try {
    parser.write(source).close();
  } catch (error) {
    errors.push(`: ${error instanceof Error ? error.message : error}`);
  }
  for (const { id, line } of references) {
    if (!ids.has(id)) errors.push(`:${line}: no element has the id "${id}"`);
  }
  return errors;
}

function attributeError(name: string, value: string) {
  if (name === 'd') return pathError(value);
  if (grammarOf.get(name)?.test(value) !== false) return null;
  return 'violates the grammar of SVG 1.1: numbers need a separator, ids begin with a letter';
}

function pathError(value: string) {
  try {
    new SVGPathData(value);
    return null;
  } catch (error) {
    return `is not a valid path: ${error instanceof Error ? error.message : error}`;
  }
}
