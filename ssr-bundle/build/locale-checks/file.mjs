import { isText } from './language.mjs';

/**
 * Whether the file can be read, each id stands in it once, in order, and has a text.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkFile({ code, text }) {
  /** @type {import('./language.mjs').Finding[]} */
  const findings = [];
  if (!isLanguageCode(code)) {
    findings.push({
      id: '',
      what: `the file's name is not the code of a language`,
      mend: 'name it after its language, such as "ta.json" for Tamil',
    });
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    findings.push({
      id: '',
      what: `the file is not valid JSON: ${error instanceof Error ? error.message : error}`,
      mend: 'look there for a comma or a quotation mark too many or too few',
    });
    return findings;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const mend = 'begin it with { and write a line "id": "text" for each message';
    return [...findings, { id: '', what: 'the file holds no messages', mend }];
  }
  for (const id of repeatedIds(text)) {
    const mend = 'keep the right one and delete the other line';
    findings.push({ id: id ?? '', what: 'this id stands in the file twice', mend });
  }
  for (const [id, message] of Object.entries(parsed)) {
    if (isText(message)) continue;
    findings.push({
      id,
      what: 'the text is empty, so the page would show nothing there',
      mend: 'write the translation, or delete the line: the page then shows English',
    });
  }
  const ids = Object.keys(parsed);
  const misplaced = ids.find((id, place) => place > 0 && id < String(ids[place - 1]));
  if (misplaced) {
    findings.push({
      id: misplaced,
      what: 'the ids are not in the order of the alphabet',
      mend: `move the line up, before the first id that comes after "${misplaced}"`,
      isHarmless: true,
    });
  }
  return findings;
}

/**
 * Whether a file may have this name.
 *
 * @param {string} code
 */
function isLanguageCode(code) {
  return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code);
}

/**
 * Ids that a flat JSON file holds more than once; JSON.parse keeps the last.
 *
 * @param {string} text
 */
function repeatedIds(text) {
  const ids = [...text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, id]) => id);
  return new Set(ids.filter((id, place) => ids.indexOf(id) !== place));
}
