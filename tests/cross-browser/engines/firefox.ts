import { Builder } from 'selenium-webdriver';
import { Options, ServiceBuilder } from 'selenium-webdriver/firefox.js';
import { withBidi } from './bidi.ts';
import type { Start } from './browser.ts';

/** Debian's, unless `FIREFOX` names another one. */
const binary = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
/** Debian has none; `make` installs it here. */
const service = process.env.GECKODRIVER ?? 'target/geckodriver/bin/geckodriver';

export const startFirefox: Start = async (preferences, script) => {
  const options = new Options();
  options.setBinary(binary);
  options.addArguments('--headless');
  // Scroll bars take no room on phones, nor in the other engines here.
  options.setPreference('ui.useOverlayScrollbars', 1);
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
