/**
 * Gives the site another colour: changes the hue and the chroma (OKLCH) of all colours like `from` in the
 * palette, the pictures and the template of the shared ones. Lightness stays, and with it contrast.
 *
 *     node --import tsx tools/pictures/recolour.ts --from=d91a3c --to=0e9f6e
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clampChroma, converter, formatHex, type Oklch, parse } from 'culori';
import { BuildError } from '../build/errors.ts';
import { template } from '../share/words.ts';

/** Colours are alike if their hues differ by no more than this, in degrees. */
const range = 35;

/** Below this chroma a colour is grey, and its hue is not visible. */
const greyBelow = 0.02;

const toOklch = converter('oklch');

/** Returns the text with its colours like `from` changed. */
export function recoloured(text: string, from: string, to: string): string {
  const [before, after] = [oklch(from), oklch(to)];

  return text.replace(/#(?:[\da-f]{6}|[\da-f]{3})\b/gi, (hex) => {
    const colour = oklch(hex);
    const difference = ((colour.h - before.h + 540) % 360) - 180;
    if (colour.c < greyBelow || Math.abs(difference) > range) return hex;
    const changed = {
      ...colour,
      h: after.h + difference,
      c: (colour.c * after.c) / before.c,
    };
    return formatHex(clampChroma(changed, 'oklch'));
  });
}

function oklch(text: string): Required<Oklch> {
  const colour = parse(text);
  if (!colour) throw new BuildError([`"${text}" is not a colour like #d91a3c`]);
  const { mode, l, c, h = 0 } = toOklch(colour);
  return { mode, l, c, h, alpha: 1 };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  const { from = '', to = '' } = values;
  const sources = await readdir('client', { recursive: true });
  const drawings = sources.filter((name) => name.endsWith('.svg'));
  const files = [
    'client/site/config.ts',
    'client/site/palette.css',
    template,
    ...drawings.map((name) => join('client', name)),
  ];
  const changes = [];
  for (const file of files) {
    const before = await readFile(file, 'utf8');
    const text = recoloured(before, from, to);
    if (text !== before) changes.push({ file, text });
  }
  for (const { file, text } of changes) await writeFile(file, text);
  const what = `${changes.length} of ${files.length} files have colours like ${from}`;
  console.error(changes.length > 0 ? `${what}; they are like ${to} now` : what);
  if (changes.length === 0) process.exitCode = 1;
}
