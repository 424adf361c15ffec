/**
 * Writes a template of Marquee's home page and its data: each text, each link to the operator and each table
 * row is inserted at run time.
 *
 *     node --import tsx bench/peers/askama/template.ts FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundle } from '../bundle/home-page.ts';

const [folder = 'target/bench/askama'] = process.argv.slice(2);

let page = '';
const { render, request } = await loadBundle('dist');
const write = (html: string) => {
  page += html;
};
await render({ head: write, write }, { ...request, seed: 1 });

/** A text of the page: no tag, and nothing of the template. */
const text = />([^<{]*[^<{\s][^<{]*)</g;

/** Returns HTML whose texts are inserted from a list, and the list. */
function withSlots(html: string, list: string) {
  const texts: string[] = [];
  const template = html.replace(text, (_, found) => `>{{ ${list}[${texts.push(found) - 1}] }}<`);
  return { template, texts };
}

const [, head = '', app = '', state = ''] =
  /^(.*<div id="app">)(.*)(<script type="application\/json".*)$/s.exec(page) ?? [];
const tables: string[][][] = [];
const looped = app.replace(/<tbody>(.*?)<\/tbody>/gs, (_, body: string) => {
  const rows = (body.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) => withSlots(row, 'row'));
  const index = tables.push(rows.map(({ texts }) => texts)) - 1;
  return `<tbody>{% for row in tables[${index}] %}${rows[0]?.template}{% endfor %}</tbody>`;
});
const link = request.link ?? '';
const { template, texts } = withSlots(looped, 'texts');

mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'home.html'),
  head + template.replaceAll(`href="${link}`, 'href="{{ link }}') + state,
);
writeFileSync(join(folder, 'home.json'), JSON.stringify({ link, texts, tables }));
