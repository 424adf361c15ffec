import { escapeHtml } from '../../ssr-bundle/escape.ts';
import type { Box, Measurement } from './measure.ts';

/** A message in one language at one width. */
export interface View extends Measurement {
  picture: { file: string; width: number; height: number };
  /** Where or when a visitor sees it. */
  state: string;
}

/** What translators know of a message. */
export interface Context {
  description?: string;
  maxLength?: number;
}

/** A message in one language, before or after a change if it is compared. */
export interface Column {
  id: string;
  language: string;
  version: '' | 'before' | 'after';
  text: string | undefined;
  views: View[];
}

export interface Message {
  id: string;
  context: Context | undefined;
  /** The columns that are side by side. */
  rows: Column[][];
}

/** Width and largest height of the part of a picture to show, in its pixels. */
const part = { width: 640, height: 420 };
/** Surroundings to show above and below the outline. */
const margin = 70;
/** Distance of the outline. */
const gap = 4;

/**
 * Returns the page that shows each message with its texts and, for each of them and at each width, the part of a
 * picture where it stands. A link to `#id` shows that message.
 */
export function galleryPage(messages: Message[], css: string) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery of the messages</title>
<style>
${css}</style>
<header>
<h1>Gallery of the messages</h1>
<input type="search" placeholder="Id or text in any language" aria-label="Id or text in any language">
<output>${messages.length} messages</output>
</header>
${messages.map(section).join('\n')}
<script>(${search})();</script>
</html>
`;
}

/** Hides the messages without the text in the search field. Runs in the page. */
function search() {
  const field = document.querySelector('input');
  const output = document.querySelector('output');
  const sections = document.querySelectorAll('section');
  field?.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    let count = 0;
    for (const section of sections) {
      section.hidden = !section.textContent.toLowerCase().includes(wanted);
      if (!section.hidden) count += 1;
    }
    if (output) output.value = `${count} of ${sections.length} messages`;
  });
}

function section({ id, context, rows }: Message) {
  const { description = '', maxLength } = context ?? {};
  const limit = maxLength === undefined ? '' : ` At most ${maxLength} characters.`;
  return `<section id="${id}">
<h2><a href="#${id}">${id}</a></h2>
<p>${escapeHtml(description + limit)}</p>
${rows.map((columns) => `<div class="columns">\n${columns.map(column).join('\n')}\n</div>`).join('\n')}
</section>`;
}

function column({ language, version, text, views }: Column) {
  return `<div>
<p class="text" lang="${language}"><b lang="en">${language} ${version}</b> ${escapeHtml(
    text ?? 'missing: the English text is shown',
  )}</p>
${views.map(figure).join('\n')}
</div>`;
}

function figure(view: View) {
  const { file, width, height } = view.picture;
  const region = regionOf(view);
  const label = `${width} px, ${view.state}${view.isText ? '' : ' (dashed: what it belongs to)'}`;
  const outlines = view.boxes.map(
    ([x, y, boxWidth, boxHeight]) =>
      `<rect x="${x - gap}" y="${y - gap}" width="${boxWidth + 2 * gap}" height="${boxHeight + 2 * gap}" rx="4"/>`,
  );
  return `<figure class="${view.isText ? '' : 'is-label'}"><a href="${file}">
<svg width="${region[2]}" viewBox="${region.join(' ')}"><image href="${file}" width="${width}" height="${height}"/>${outlines.join('')}</svg>
</a><figcaption>${escapeHtml(label)}</figcaption></figure>`;
}

/** Returns the part of the picture around the first place. */
function regionOf({ picture, boxes: [first] }: View): Box {
  const [x, y, boxWidth, boxHeight] = first ?? [0, 0, 0, 0];
  const width = Math.min(Math.max(part.width, boxWidth + 2 * margin), picture.width);
  const height = Math.min(boxHeight + 2 * margin, part.height, picture.height);
  return [
    clamp(x + boxWidth / 2 - width / 2, picture.width - width),
    clamp(y - margin, picture.height - height),
    width,
    height,
  ];
}

function clamp(value: number, most: number) {
  return Math.max(0, Math.min(value, most));
}
