/**
 * Whether the language has a name of its own, and the direction that CLDR knows.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkName({ messages, script }) {
  /** @type {import('./language.mjs').Finding[]} */
  const findings = [];
  if (!messages['locale.name']) {
    const mend = 'add it, written as its speakers write it, such as "தமிழ்"';
    findings.push({ id: 'locale.name', what: 'the language has no name for the menu', mend });
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction) {
    findings.push({
      id: 'locale.dir',
      what: `the direction must be "ltr" (from left to right) or "rtl", here "${direction}"`,
      mend: `write "locale.dir": "${direction}"`,
    });
  }
  return findings;
}

/**
 * The direction that a script runs in, as `dir` attributes write it.
 *
 * @param {string} script
 */
export function directionOf(script) {
  return rightToLeft.has(script) ? 'rtl' : 'ltr';
}

/** Scripts in use today that run from right to left (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);
