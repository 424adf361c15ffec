import { join } from 'node:path';
import type { Browser, Preferences, Start } from './browser.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** The fontconfig file of all engines. */
const fonts = join(import.meta.dirname, 'fonts.conf');

const engines: Record<string, Start> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};

/** The names of all engines. */
export const engineNames: readonly string[] = Object.keys(engines);

/** Starts the browser of an engine with a preload script. */
export async function start(
  engine: string,
  preferences: Preferences,
  script: string,
): Promise<Browser> {
  process.env.FONTCONFIG_FILE = fonts;
  const startEngine = engines[engine];
  if (!startEngine) throw new Error(`unknown engine ${engine}`);
  return startEngine(preferences, script);
}
