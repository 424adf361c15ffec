/**
 * Returns a check that the code uses each message. Reports on English only.
 *
 * @param {string} code source code that may use message ids
 * @returns {import('./language.mjs').Check}
 */
export function checkUnused(code) {
  return ({ messages }, english) =>
    (messages === english.messages ? Object.keys(messages) : [])
      .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`))
      .map((id) => ({
        id,
        what: 'the message is unused',
        fix: 'delete it from all languages',
      }));
}
