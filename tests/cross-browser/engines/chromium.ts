import { Builder } from 'selenium-webdriver';
import { Options, ServiceBuilder } from 'selenium-webdriver/chrome.js';
import { chromiumOptions } from '../../../tools/browser.ts';
import { send, withBidi } from './bidi.ts';
import type { Start } from './browser.ts';

/** The default is Debian's. */
const service = process.env.CHROMEDRIVER ?? '/usr/bin/chromedriver';

export const startChromium: Start = async (preferences, script) => {
  const options = new Options();
  const { executablePath, args } = chromiumOptions(
    'chromium',
    '--headless=new',
    '--disable-gpu',
    // Overlay scrollbars, as on phones and in the other engines here.
    '--hide-scrollbars',
  );
  options.setChromeBinaryPath(executablePath);
  options.addArguments(...args);
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
