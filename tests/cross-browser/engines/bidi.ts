import type { WebDriver } from 'selenium-webdriver';
import type { Browser } from './browser.ts';

/** Sends a command of WebDriver BiDi, for what classic WebDriver lacks. */
export async function send(
  driver: WebDriver,
  method: string,
  params: Record<string, unknown>,
): Promise<void> {
  const bidi = await driver.getBidi();
  // The library resolves with errors as it does with results.
  const response = (await bidi.send({ method, params })) as { error?: string; message?: string };
  const { error, message } = response;
  if (error) throw new Error(`${method}: ${error}: ${message}`);
}

/** A browser that speaks BiDi, with a script for each document. */
export async function withBidi(driver: WebDriver, script: string): Promise<Browser> {
  await send(driver, 'script.addPreloadScript', { functionDeclaration: `() => { ${script} }` });
  return {
    driver,
    async resize(viewport) {
      await send(driver, 'browsingContext.setViewport', {
        context: await driver.getWindowHandle(),
        viewport,
      });
    },
    quit: () => driver.quit(),
  };
}
