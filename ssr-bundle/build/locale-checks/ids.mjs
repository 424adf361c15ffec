/**
 * Whether the file has the ids that English has, and no others.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkIds({ entries, messages }, english) {
  const ids = new Set(entries.map(({ id }) => id));
  const englishIds = new Set(english.entries.map(({ id }) => id));
  const missing = Object.keys(english.messages)
    // One that is there without a text is told of as such.
    .filter((id) => !ids.has(id))
    .filter((id) => !id.startsWith('locale.'))
    .map((id) => ({
      id,
      what: `the translation is missing; visitors read the English “${english.messages[id]}”`,
      mend: `add "${id}": "…" here, with the translation`,
      isHarmless: true,
    }));
  const extra = Object.keys(messages)
    .filter((id) => !englishIds.has(id))
    .map((id) => ({
      id,
      what: 'en.json has no such id, so no page shows this text',
      mend: 'correct the id if it is misspelt; delete the line if the text is no longer needed',
    }));
  return [...missing, ...extra];
}
