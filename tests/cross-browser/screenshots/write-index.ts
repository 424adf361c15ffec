import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engineNames } from '../engines/engines.ts';
import { codes, fileOf, folder, widths } from './options.ts';
import { states } from './states.ts';

/** Writes an HTML index of the screenshots, with the engines side by side. */
export default async function writeIndex(): Promise<void> {
  const files = new Set(await readdir(folder));
  const rows = states.flatMap(({ name }) =>
    widths.flatMap((width) =>
      codes.map((language) => {
        const figures = engineNames
          .map((engine) => ({ engine, file: fileOf(engine, width, language, name) }))
          .filter(({ file }) => files.has(file))
          .map(
            ({ engine, file }) =>
              `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${engine}</figcaption></figure>`,
          );
        return `<h2>${name}, ${language}, ${width} px</h2>\n<div>${figures.join('')}</div>`;
      }),
    ),
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Marquee in every engine</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; background: #777; color: #fff; }
div { display: grid; grid-template-columns: repeat(${engineNames.length}, 1fr); gap: 1rem; align-items: start; }
figure { margin: 0; }
img { max-inline-size: 100%; }
</style>
<h1>Marquee in every engine</h1>
${rows.join('\n')}
</html>
`,
  );
}
