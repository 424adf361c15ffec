/**
 * Checks that the language has a name, and the text direction of its script.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkName({ messages, script }) {
  /** @type {import('./language.mjs').Finding[]} */
  const findings = [];
  if (!messages['locale.name']) {
    const fix = 'add its name in the language itself, such as "தமிழ்"';
    findings.push({ id: 'locale.name', what: 'the language has no name for the menu', fix });
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction) {
    findings.push({
      id: 'locale.dir',
      what: `the text direction is not "${direction}"`,
      fix: `write "locale.dir": "${direction}"`,
    });
  }
  return findings;
}

/**
 * Returns the text direction of a script, as a value of the `dir` attribute.
 *
 * @param {string} script
 */
export function directionOf(script) {
  return rightToLeft.has(script) ? 'rtl' : 'ltr';
}

/** Right-to-left scripts in use today (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);
