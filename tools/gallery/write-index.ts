import { writeFile } from 'node:fs/promises';
import { languages, pseudoLanguages } from '../../tests/browser/support/languages.ts';
import { fileOf, screens, states } from './states.ts';

const columns = [...languages, ...pseudoLanguages];

/** Writes `gallery/index.html`: each state in every language, side by side. */
export default async function writeIndex(): Promise<void> {
  const sections = states.map(
    ({ name, title, extent }) => `<h2 id="${name}">${title}</h2>
${screens.map(({ width }) => row(name, width, extent)).join('\n')}`,
  );
  const contents = states.map(({ name, title }) => `<a href="#${name}">${title}</a>`).join(' · ');
  await writeFile(
    'gallery/index.html',
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Marquee gallery</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; background: #777; color: #fff; }
a { color: inherit; }
.row { display: grid; grid-template-columns: repeat(${columns.length}, 1fr); gap: 1rem; align-items: start; }
figure { margin: 0 0 2rem; }
img { inline-size: 100%; block-size: auto; }
.narrow img { inline-size: auto; max-inline-size: 100%; }
</style>
<h1>Marquee gallery</h1>
<p>${contents}</p>
${sections.join('\n')}
</html>
`,
  );
}

function row(state: string, width: number, extent: string): string {
  const figures = columns.map(({ code, ownName }) => {
    const file = fileOf(state, code, width);
    return `<figure><a href="${file}"><img src="${file}" alt="${state}, ${ownName}, ${width} px" loading="lazy"></a><figcaption>${ownName}, ${width} px</figcaption></figure>`;
  });
  const kind = width < 768 && extent === 'screen' ? 'row narrow' : 'row';
  return `<div class="${kind}">${figures.join('')}</div>`;
}
