import { resolve } from 'node:path';
import { languages, pseudoLanguages } from '../../browser/support/languages.ts';

/** Output folder: `OUT`, relative to the working directory. */
export const folder = resolve(process.env.OUT ?? 'test-results/screenshots');

/** Viewport widths in CSS pixels: `WIDTHS`. */
export const widths = list(process.env.WIDTHS ?? '390 1440').map(Number);

/** Language codes: `LANGS`. */
export const codes = list(process.env.LANGS ?? languages.map(({ code }) => code).join(' '));

/** Settings of the started server, which has the pseudo-locales if one is in `LANGS`. */
export const settings: Record<string, string> = pseudoLanguages.some(({ code }) =>
  codes.includes(code),
)
  ? { PSEUDO_LOCALES: 'on' }
  : {};

/** Names of the states: `STATES`. By default all. */
export const wanted = process.env.STATES && list(process.env.STATES);

/** Returns the file name of a screenshot. */
export function fileOf(engine: string, width: number, language: string, state: string): string {
  return `${engine}-${width}-${language}-${state}.png`;
}

function list(words: string): string[] {
  return words.split(/[\s,]+/).filter(Boolean);
}
