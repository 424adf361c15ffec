/**
 * What is known of a language by its code alone, from Unicode's CLDR as Node
 * has it: nobody writes it by hand, and the server's engine need not know it.
 */

/**
 * @typedef {object} LocaleFacts
 * @property {string} script the script it is written in, such as `Latn` (ISO 15924)
 * @property {string} openGraph its code as Open Graph writes it: `en_US`
 * @property {string[]} aliases lower-case codes of three letters that mean the same (ISO 639-2 and 3)
 */

/**
 * @param {string} code
 * @returns {LocaleFacts}
 */
export function localeFacts(code) {
  const { language, script = '', region = '' } = new Intl.Locale(code).maximize();
  return {
    script,
    openGraph: `${language}_${region}`,
    // A code with a script or region has the aliases of its language alone.
    aliases: code === language ? (aliasesByCode().get(code) ?? []) : [],
  };
}

/** @type {Map<string, string[]> | undefined} */
let known;

/** Intl tells what an alias stands for, not what stands for a code: so all are asked, once. */
function aliasesByCode() {
  if (known) return known;
  known = new Map();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const first of letters) {
    for (const second of letters) {
      for (const third of letters) {
        const alias = first + second + third;
        const [code = alias] = Intl.getCanonicalLocales(alias);
        if (code === alias) continue;
        const aliases = known.get(code);
        if (aliases) aliases.push(alias);
        else known.set(code, [alias]);
      }
    }
  }
  return known;
}
