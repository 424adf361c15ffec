/**
 * A check of English, whose ids the other languages follow: whether some code
 * shows each message.
 *
 * @param {string} code all source code that may name an id
 * @returns {import('./language.mjs').Check}
 */
export function checkUnused(code) {
  return ({ messages }, english) =>
    (messages === english.messages ? Object.keys(messages) : [])
      .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`))
      .map((id) => ({
        id,
        what: 'no page uses this message',
        mend: 'delete it from every language',
      }));
}
