import { homedir } from 'node:os';
import { join } from 'node:path';
import { Builder } from 'selenium-webdriver';
import { Options, ServiceBuilder } from 'selenium-webdriver/firefox.js';
import { withBidi } from './bidi.ts';
import type { Start } from './browser.ts';

/** Default: Debian's Firefox ESR. */
const binary = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
/** Default: installed by `make`, as Debian has no package. */
const service = process.env.GECKODRIVER ?? join(homedir(), '.cargo/bin/geckodriver');

export const startFirefox: Start = async (preferences, script) => {
  const options = new Options();
  options.setBinary(binary);
  options.addArguments('--headless');
  // Overlay scrollbars, as on phones and in the other engines here.
  options.setPreference('ui.useOverlayScrollbars', 1);
  // On Linux, Thai is at least 13 px high, as in no other engine.
  options.setPreference('font.minimum-size.th', 0);
  options.setPreference('ui.prefersReducedMotion', preferences.motion === 'reduce' ? 1 : 0);
  options.setPreference('javascript.enabled', preferences.scripting === 'enabled');
  // Painting by the processor costs most of the time; motion needs no more frames a second to be seen.
  options.setPreference('layout.frame_rate', 20);
  options.enableBidi();
  const builder = new Builder()
    .forBrowser('firefox')
    .setFirefoxOptions(options)
    .setFirefoxService(new ServiceBuilder(service));
  return withBidi(await builder.build(), script);
};
