import { join } from 'node:path';
import { Builder, Capabilities } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import type { Start } from './browser.ts';
import { startDisplay } from './display.ts';

const driverBinary = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
const host = join(import.meta.dirname, 'webkit-host.py');

export const startWebKit: Start = async ({ motion, scripting }, script) => {
  const display = await startDisplay();
  const service = new DriverService.Builder(driverBinary)
    .setEnvironment({
      ...process.env,
      ...display.environment,
      // Without a GPU, CPU rendering is several times as fast as software OpenGL.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      // The sandbox does not work as root or in many containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    .setLoopback(true)
    .setStdio('ignore')
    .build();
  const capabilities = new Capabilities({
    browserName: 'webkit-host',
    'webkitgtk:browserOptions': {
      // Debian's Python, as others in the path lack GTK bindings.
      binary: '/usr/bin/python3',
      args: [host, motion, scripting, script],
    },
  });
  const url = await service.start();
  const driver = new Builder().usingServer(url).withCapabilities(capabilities).build();
  return {
    driver,
    async resize({ width, height }) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    async quit() {
      await driver.quit();
      await service.kill();
      display.stop();
    },
  };
};
