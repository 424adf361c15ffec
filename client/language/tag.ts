/**
 * Returns the tag by which browsers choose fonts and glyphs for a language: `zh` alone would be in those of the
 * device's language, which are Japanese or Traditional on many.
 */
export function glyphTag(code: string): string {
  return code === 'zh' ? 'zh-Hans' : code;
}
