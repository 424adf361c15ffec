/**
 * Properties of a locale derived from its code, from the CLDR data in Node. They go to `site.json`,
 * so the server's engine needs no Intl.
 */

/**
 * @typedef {object} LocaleFacts
 * @property {string} script script, such as `Latn` (ISO 15924)
 * @property {string} openGraph the code in the format of Open Graph: `en_US`
 * @property {string[]} aliases equivalent lower-case codes of three letters (ISO 639-2 and 639-3)
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
    // Aliases belong to the bare language code, not to one with a script or region.
    aliases: code === language ? (aliasesByCode().get(code) ?? []) : [],
  };
}

/** @type {Map<string, string[]> | undefined} */
let cache;

/** Maps codes to aliases. Intl only resolves aliases to codes, so this tries all of them, once. */
function aliasesByCode() {
  if (cache) return cache;
  cache = new Map();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const first of letters) {
    for (const second of letters) {
      for (const third of letters) {
        const alias = first + second + third;
        const [code = alias] = Intl.getCanonicalLocales(alias);
        if (code === alias) continue;
        const aliases = cache.get(code);
        if (aliases) aliases.push(alias);
        else cache.set(code, [alias]);
      }
    }
  }
  return cache;
}
