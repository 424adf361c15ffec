import { isText, longestText } from './language.mjs';

/**
 * Whether the file can be read, each id stands in it once, in order, and has a text.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkFile({ code, fileError, entries }) {
  /** @type {import('./language.mjs').Finding[]} */
  const findings = [];
  if (!isLanguageCode(code)) {
    findings.push({
      id: '',
      what: `the file's name is not the code of a language`,
      mend: 'name it after its language, such as "ta.json" for Tamil',
    });
  }
  if (fileError) return [...findings, { id: '', ...fileError }];
  const ids = entries.map(({ id }) => id);
  for (const [place, { id, value, line }] of entries.entries()) {
    if (!isId(id)) {
      findings.push({
        id: '',
        line,
        what: `${JSON.stringify(id.slice(0, 40))} is no id of a message`,
        mend: 'write words of plain letters, joined by dots, such as "sports.card.bet"',
      });
    } else if (ids.indexOf(id) !== place) {
      const mend = 'keep the right one and delete the other line';
      findings.push({ id, line, what: 'this id stands in the file twice', mend });
    }
    if (!isText(value)) findings.push({ id: isId(id) ? id : '', line, ...whyNoText(value) });
  }
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
 * Whether a file may have this name: the code of a language as BCP 47 has it.
 *
 * @param {string} code
 */
function isLanguageCode(code) {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code)) return false;
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/**
 * Whether a message may be called so; what an object has by itself, such as `__proto__`, never is.
 *
 * @param {string} id
 */
function isId(id) {
  return /^[a-z]\w{0,40}(\.\w{1,40}){0,5}$/i.test(id);
}

/** @param {unknown} value */
function whyNoText(value) {
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return { what: `here stands no text (${kind})`, mend: 'write the text in quotation marks' };
  }
  if (value.length > longestText) {
    const what = `the text has ${value.length} characters; no message may have more than ${longestText}`;
    return { what, mend: 'say it shorter' };
  }
  return {
    what: 'the text is empty, so the page would show nothing there',
    mend: 'write the translation, or delete the line: the page then shows English',
  };
}
