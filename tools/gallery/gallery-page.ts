import { escapeHtml } from '../../ssr-bundle/escape.ts';

/** A message in one language at one width. */
interface View {
  /** File of the place, in which the element is outlined. */
  picture: string;
  /** File of the whole page. */
  page: string;
  /** Width of the window, in CSS pixels. */
  width: number;
  /** Where or when a visitor sees it. */
  state: string;
  /** Whether the outline is around the text, else around what a label or hidden text belongs to. */
  isText: boolean;
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

/**
 * Returns the page that shows each message with its texts and, for each of them and at each width, the
 * picture of its place. A link to `#id` shows that message.
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

function figure({ picture, page, width, state, isText }: View) {
  const caption = `${width} px, ${state}${isText ? '' : ' (dashed: what it belongs to)'}`;
  return `<figure><a href="${page}"><img src="${picture}" loading="lazy" alt=""></a><figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}
