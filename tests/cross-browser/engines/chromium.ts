import { Builder } from 'selenium-webdriver';
import { Options, ServiceBuilder } from 'selenium-webdriver/chrome.js';
import { send, withBidi } from './bidi.ts';
import type { Start } from './browser.ts';

/** Defaults: Debian's Chromium and chromedriver. */
const binary = process.env.CHROMIUM ?? '/usr/bin/chromium';
const service = process.env.CHROMEDRIVER ?? '/usr/bin/chromedriver';

export const startChromium: Start = async (preferences, script) => {
  const options = new Options();
  options.setChromeBinaryPath(binary);
  options.addArguments(
    '--headless=new',
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-gpu',
    // Overlay scrollbars, as on phones and in the other engines here.
    '--hide-scrollbars',
  );
  if (preferences.motion === 'reduce') options.addArguments('--force-prefers-reduced-motion');
  options.enableBidi();
  const builder = new Builder()
    .forBrowser('chrome')
    .setChromeOptions(options)
    .setChromeService(new ServiceBuilder(service));
  const driver = await builder.build();
  if (preferences.scripting === 'disabled') {
    const contexts = { userContexts: ['default'] };
    await send(driver, 'emulation.setScriptingEnabled', { enabled: false, ...contexts });
  }
  return withBidi(driver, script);
};
