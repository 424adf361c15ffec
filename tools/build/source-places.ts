import { SourceMap } from 'node:module';

/** A place in a script: `NAME.js:line:column`, both from 1. */
const scriptPlace = /(?:\w+:\/\/\S*?\/)?([\w.-]+\.js):(\d+):(\d+)/g;

/**
 * Replaces the places in scripts by those in their sources, such as `client/app/app.tsx:41:17`.
 *
 * @param mapOf returns the source map of a script as JSON, or null
 */
export async function withSourcePlaces(
  text: string,
  mapOf: (script: string) => Promise<string | null>,
): Promise<string> {
  const scripts = new Set(Array.from(text.matchAll(scriptPlace), ([, script = '']) => script));
  const maps = new Map<string, SourceMap>();
  for (const script of scripts) {
    const map = await mapOf(script);
    if (map !== null) maps.set(script, new SourceMap(JSON.parse(map)));
  }
  return text.replace(scriptPlace, (place, script, line, column) => {
    const origin = maps.get(script)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    // Sources are relative to the folder of the script.
    const file = origin.fileName.replace(/^(?:\.\.\/)+/, '');
    return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}
