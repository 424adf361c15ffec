import { resolve } from 'node:path';
import { languages } from '../../browser/support/words.ts';

/** Where the pictures go: `OUT`, relative to where the command is given. */
export const folder = resolve(process.env.OUT ?? 'test-results/screenshots');

/** The address of a running server: `URL`; without it one is started. */
export const site = process.env.SITE;

/** The widths of the windows, CSS pixels: `WIDTHS`. */
export const widths = list(process.env.WIDTHS ?? '390 1440').map(Number);

/** The codes of the languages: `LANGS`. */
export const codes = list(process.env.LANGS ?? languages.map(({ code }) => code).join(' '));

/** The names of the states: `STATES`, all without it. */
export const wanted = process.env.STATES && list(process.env.STATES);

/** The file of a picture. */
export function fileOf(engine: string, width: number, language: string, state: string): string {
  return `${engine}-${width}-${language}-${state}.png`;
}

function list(words: string): string[] {
  return words.split(/[\s,]+/).filter(Boolean);
}
