import type { Line } from '../support/lines.ts';
import type { Box } from './boxes.ts';

/**
 * Tolerances in CSS pixels.
 *
 * - `edge`: engines round layout to device pixels or 1/64 px at different points; a box inside a centred
 *   or shrink-to-fit one has the rounding of both.
 * - `line`: WebKit truncates line heights to whole pixels, so each line of text can change the height
 *   of its box, and the position of what follows, by up to one.
 * - `text`: the sum of glyph widths, which each engine rounds differently. Measured maximum without
 *   hinting: 0.9 in a line of 320.
 */
const tolerance = { edge: 2, line: 1, text: 1.5 } as const;

/** Returns boxes that differ from the reference in position, size or visibility. */
export function boxDifferences(reference: (Box | null)[], other: (Box | null)[]): string[] {
  return reference.flatMap((expected, index) => {
    const box = other[index] ?? null;
    if (!expected || !box) {
      if (expected) return [`${expected.element} is not visible`];
      return box ? [`${box.element} is visible`] : [];
    }
    const lengths = [
      ['x', tolerance.edge],
      ['y', tolerance.edge + tolerance.line * expected.linesOfParent],
      ['width', tolerance.edge],
      ['height', tolerance.edge + tolerance.line * expected.lines],
    ] as const;
    const differing = lengths
      .filter(([name, max]) => Math.abs(box[name] - expected[name]) > max)
      .map(([name]) => `${name} ${box[name]} instead of ${expected[name]}`);
    return differing.length > 0 ? [`${expected.element}: ${differing.join(', ')}`] : [];
  });
}

/** Returns texts that differ from the reference in line breaks or width. */
export function lineDifferences(reference: Line[], other: Line[]): string[] {
  const texts = [...new Set(reference.map(({ textIndex }) => textIndex))];
  return texts.flatMap((text) => {
    const expected = reference.filter(({ textIndex }) => textIndex === text);
    const lines = other.filter(({ textIndex }) => textIndex === text);
    const words = (of: Line[]) => of.map((line) => line.words).join(' / ');
    if (words(lines) !== words(expected)) return [`${words(lines)} instead of ${words(expected)}`];
    return expected.flatMap((line, position) => {
      // Each engine takes the narrow space of French from another font.
      if (line.words.includes('\u202f')) return [];
      const width = lines[position]?.width ?? 0;
      if (Math.abs(width - line.width) <= tolerance.text) return [];
      return [`${line.words}: ${width} px wide instead of ${line.width}`];
    });
  });
}
