import type { Line } from '../support/lines.ts';
import type { Box } from './boxes.ts';

/**
 * How far engines may differ, CSS pixels.
 *
 * - `edge`: layout rounds to device pixels or to 1/64 px, each engine at other places; a box inside
 *   a centred or shrunk one has both its parent's rounding and its own.
 * - `line`: WebKit cuts the height of a line to whole pixels, so that each line of text may make
 *   what it is in, and move what is below it, by up to one.
 * - `text`: the width of a line is a sum of glyphs' widths, rounded by each engine in its way;
 *   measured without hinting: at most 0.9 in a line of 320.
 */
const tolerance = { edge: 2, line: 1, text: 1.5 } as const;

/** The boxes of one engine that are not where, or as large as, those of the reference. */
export function boxDifferences(reference: (Box | null)[], other: (Box | null)[]): string[] {
  return reference.flatMap((expected, index) => {
    const box = other[index] ?? null;
    if (!expected || !box) {
      if (expected) return [`${expected.element} is not shown`];
      return box ? [`${box.element} is shown`] : [];
    }
    const lengths = [
      ['x', tolerance.edge],
      ['y', tolerance.edge + tolerance.line * expected.linesOfParent],
      ['width', tolerance.edge],
      ['height', tolerance.edge + tolerance.line * expected.lines],
    ] as const;
    const differing = lengths
      .filter(([name, most]) => Math.abs(box[name] - expected[name]) > most)
      .map(([name]) => `${name} ${box[name]} instead of ${expected[name]}`);
    return differing.length > 0 ? [`${expected.element}: ${differing.join(', ')}`] : [];
  });
}

/** The texts of one engine that break elsewhere, or are wider or narrower. */
export function lineDifferences(reference: Line[], other: Line[]): string[] {
  const texts = [...new Set(reference.map(({ textIndex }) => textIndex))];
  return texts.flatMap((text) => {
    const expected = reference.filter(({ textIndex }) => textIndex === text);
    const lines = other.filter(({ textIndex }) => textIndex === text);
    const words = (of: Line[]) => of.map((line) => line.words).join(' / ');
    if (words(lines) !== words(expected)) return [`${words(lines)} instead of ${words(expected)}`];
    return expected.flatMap((line, place) => {
      const width = lines[place]?.width ?? 0;
      if (Math.abs(width - line.width) <= tolerance.text) return [];
      return [`${line.words}: ${width} px wide instead of ${line.width}`];
    });
  });
}
