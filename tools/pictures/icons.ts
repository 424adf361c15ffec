/**
 * Renders the icons of home screens and old browsers from `favicon.svg`.
 *
 *     node --import tsx tools/pictures/icons.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { themeColor } from '../../client/site/config.ts';
import { launchBrowser } from '../browser.ts';

const folder = 'client/site/pictures';

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  const svg = await readFile(`${folder}/favicon.svg`, 'utf8');
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

  /** Renders a square icon; `share` is the part of its width that the drawing takes. */
  async function render(size: number, share: number) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<body style="margin: 0; display: grid; place-content: center; height: 100vh">
         <img src="${source}" width="${size * share}" height="${size * share}">`,
    );
    if (share < 1) await page.addStyleTag({ content: `body { background: ${themeColor} }` });
    return page.screenshot({ omitBackground: true });
  }

  // Home screens crop icons: their background fills the square.
  const homeScreen = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
  for (const [name, size] of Object.entries(homeScreen)) {
    await writeFile(`${folder}/${name}.png`, await render(size, 0.6));
  }
  const sizes = [16, 32, 48];
  const pictures = [];
  for (const size of sizes) pictures.push({ size, png: await render(size, 1) });
  await writeFile(`${folder}/favicon.ico`, icoFile(pictures));
} finally {
  await browser.close();
}

/** Returns an ICO file of PNG pictures: a header of 6 bytes, an entry of 16 for each, the pictures. */
function icoFile(pictures: { size: number; png: Buffer }[]) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, index) => {
    const entry = header.subarray(6 + 16 * index);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
