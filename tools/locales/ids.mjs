/**
 * Checks that the file has the same ids as English.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkIds({ entries, messages }, english) {
  const ids = new Set(entries.map(({ id }) => id));
  const englishIds = new Set(english.entries.map(({ id }) => id));
  const missing = Object.keys(english.messages)
    // `checkFile` reports ids without a text.
    .filter((id) => !ids.has(id))
    .filter((id) => !id.startsWith('locale.'))
    .map((id) => ({
      id,
      what: `the translation is missing; visitors see the English “${english.messages[id]}”`,
      fix: `add "${id}": "…" here, with the translation`,
      isWarning: true,
    }));
  const extra = Object.keys(messages)
    .filter((id) => !englishIds.has(id))
    .map((id) => ({
      id,
      what: 'en.json has no such id, so the message is unused',
      fix: 'correct the id if it is misspelt, else delete the line',
    }));
  return [...missing, ...extra];
}
