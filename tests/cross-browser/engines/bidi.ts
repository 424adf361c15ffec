import type { WebDriver } from 'selenium-webdriver';
import type { Browser } from './browser.ts';

/** Sends a WebDriver BiDi command, for features that classic WebDriver lacks. */
export async function send(
  driver: WebDriver,
  method: string,
  params: Record<string, unknown>,
): Promise<void> {
  const bidi = await driver.getBidi();
  // The library resolves, rather than rejects, with error responses.
  const response = (await bidi.send({ method, params })) as { error?: string; message?: string };
  const { error, message } = response;
  if (error) throw new Error(`${method}: ${error}: ${message}`);
}

/** Wraps a driver with BiDi support, and adds a preload script. */
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
