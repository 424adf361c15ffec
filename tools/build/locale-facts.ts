/** What follows from the code of a language alone, by CLDR. */
import cldr from 'cldr-core/supplemental/aliases.json' with { type: 'json' };

/** Properties of a locale. They go to `site.json`, so the server's engine needs no Intl. */
export interface LocaleFacts {
  /** Script, such as `Latn` (ISO 15924). */
  script: string;
  /** The code in the format of Open Graph: `en_US`. */
  openGraph: string;
  /** Equivalent lower-case codes of three letters (ISO 639-2 and 639-3). */
  aliases: string[];
}

export function localeFacts(code: string): LocaleFacts {
  const { language, script = '', region = '' } = new Intl.Locale(code).maximize();
  return {
    script,
    openGraph: `${language}_${region}`,
    // Aliases belong to the bare language code, not to one with a script or region.
    aliases: code === language ? aliasesOf(code) : [],
  };
}

/** Intl only resolves the codes that CLDR replaces in the other direction. */
const { languageAlias } = cldr.supplemental.metadata.alias;

/** Returns the codes of three letters that a code replaces. */
function aliasesOf(code: string): string[] {
  return Object.entries(languageAlias)
    .filter(([alias, { _replacement }]) => _replacement === code && /^[a-z]{3}$/.test(alias))
    .map(([alias]) => alias)
    .sort();
}
