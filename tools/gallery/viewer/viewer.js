/**
 * Shows `gallery/data.js`: each message with its texts and, in each language and at each width, the
 * part of a picture where it stands. A link to `#id` shows that message.
 */

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Box in pixels of the picture
 *
 * @typedef {object} View
 * @property {string} language
 * @property {number} width
 * @property {string} file
 * @property {string} state
 * @property {boolean} isText
 * @property {Box[]} boxes
 *
 * @typedef {object} Message
 * @property {string} id
 * @property {string} [description]
 * @property {number} [maxLength]
 * @property {[what: string, state: string][]} uses
 * @property {Record<string, string | null>} texts by language
 * @property {View[]} views
 *
 * @typedef {object} Gallery
 * @property {string[]} languages
 * @property {number[]} widths
 * @property {Record<string, [width: number, height: number]>} sizes of the pictures, by file
 * @property {Message[]} messages
 */

const { languages, widths, sizes, messages } = /** @type {Gallery} */ (
  Reflect.get(globalThis, 'gallery')
);
const svg = 'http://www.w3.org/2000/svg';

/** Width and largest height of the part to show, in pixels of the picture. */
const part = { width: 640, height: 420 };
/** Surroundings to show above and below the outline. */
const margin = 70;
/** Distance of the outline. */
const gap = 4;

/**
 * @param {string} name
 * @param {Record<string, unknown>} properties
 * @param {(Node | string)[]} children
 */
function create(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * Draws a part of a picture with outlines.
 *
 * @param {View} view
 * @param {Box} region
 */
function draw({ file, boxes, isText }, region) {
  const [width, height] = sizes[file] ?? [0, 0];
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', region.join(' '));
  drawing.classList.toggle('is-label', !isText);
  const picture = document.createElementNS(svg, 'image');
  picture.setAttribute('href', file);
  picture.setAttribute('width', `${width}`);
  picture.setAttribute('height', `${height}`);
  drawing.append(picture);
  for (const [x, y, boxWidth, boxHeight] of boxes) {
    const outline = document.createElementNS(svg, 'rect');
    outline.setAttribute('x', `${x - gap}`);
    outline.setAttribute('y', `${y - gap}`);
    outline.setAttribute('width', `${boxWidth + 2 * gap}`);
    outline.setAttribute('height', `${boxHeight + 2 * gap}`);
    outline.setAttribute('rx', '4');
    drawing.append(outline);
  }
  return drawing;
}

/**
 * Returns the part of the picture around the first place.
 *
 * @param {View} view
 * @returns {Box}
 */
function regionOf({ file, boxes }) {
  const [width, height] = sizes[file] ?? [0, 0];
  const [x, y, boxWidth, boxHeight] = boxes[0] ?? [0, 0, 0, 0];
  const regionWidth = Math.min(Math.max(part.width, boxWidth + 2 * margin), width);
  const regionHeight = Math.min(boxHeight + 2 * margin, part.height, height);
  return [
    clamp(x + boxWidth / 2 - regionWidth / 2, 0, width - regionWidth),
    clamp(y - margin, 0, height - regionHeight),
    regionWidth,
    regionHeight,
  ];
}

/**
 * Shows the whole picture, scrolled to the first place.
 *
 * @param {Message} message
 * @param {View} view
 */
function showWhole({ id }, view) {
  const [width, height] = sizes[view.file] ?? [0, 0];
  const dialog = /** @type {HTMLDialogElement} */ (byId('whole'));
  const file = /** @type {HTMLAnchorElement} */ (byId('whole-file'));
  file.href = view.file;
  byId('whole-title').textContent = `${id}, ${view.language}, ${view.width} px`;
  const drawing = draw(view, [0, 0, width, height]);
  drawing.style.setProperty('--width', `${width}px`);
  byId('whole-picture').replaceChildren(drawing);
  dialog.showModal();
  drawing.querySelector('rect')?.scrollIntoView({ block: 'center' });
}

/**
 * @param {Message} message
 * @param {string} language
 * @param {number} width
 */
function figure(message, language, width) {
  const view = message.views.find((it) => it.language === language && it.width === width);
  if (!view) {
    // Said once for the message, if it is seen at no width.
    if (message.views.length === 0) return '';
    return create('figure', {}, create('figcaption', {}, `${width} px: not shown`));
  }
  const { state, isText, boxes } = view;
  const crop = create('button', {
    type: 'button',
    className: 'crop',
    ariaLabel: `Whole picture of ${message.id}, ${language}, ${width} px`,
    onclick: () => showWhole(message, view),
  });
  crop.append(draw(view, regionOf(view)));
  const what = isText ? '' : ' (dashed: what it belongs to)';
  const places = boxes.length > 1 ? `, ${boxes.length} places` : '';
  const caption = create('figcaption', {}, `${width} px, ${state}${places}${what}`);
  const className = width < part.width ? 'phone' : '';
  return create('figure', { className }, crop, caption);
}

/**
 * Describes a use. The state is in the captions of the pictures, if there are any.
 *
 * @param {Message['uses'][number]} use
 * @param {Message} message
 */
function describe([what, state], { views }) {
  return views.length > 0 || state === '' ? what : `${what}, ${state}`;
}

/** @param {Message} message */
function section(message) {
  const { id, description, maxLength, uses, texts } = message;
  const limit = maxLength === undefined ? '' : ` At most ${maxLength} characters.`;
  const about = description === undefined && limit === '' ? [] : [`${description ?? ''}${limit}`];
  const columns = languages.map((language) => {
    const text = create(
      'p',
      { className: 'text', lang: language },
      create('b', { lang: 'en' }, language),
      texts[language] ?? 'missing: the English text is shown',
    );
    const figures = widths.map((width) => figure(message, language, width));
    const column = create('div', {}, text, ...figures);
    column.dataset.language = language;
    return column;
  });
  return create(
    'section',
    { id },
    create('h2', {}, create('a', { href: `#${id}` }, id)),
    ...about.map((words) => create('p', { className: 'about' }, words)),
    create(
      'ul',
      { className: 'uses' },
      ...uses.map((use) => create('li', {}, describe(use, message))),
    ),
    create('div', { className: 'columns' }, ...columns),
  );
}

const entries = messages.map((message) => ({
  element: section(message),
  words: [message.id, ...Object.values(message.texts)].join('\n').toLowerCase(),
}));
byId('messages').append(...entries.map(({ element }) => element));

const search = /** @type {HTMLInputElement} */ (byId('search'));
const boxes = languages.map((language) => {
  const box = document.createElement('input');
  Object.assign(box, { type: 'checkbox', value: language, checked: true });
  byId('languages').append(create('label', {}, box, ` ${language}`));
  return box;
});

/** Applies the filters. */
function filter() {
  const wanted = search.value.trim().toLowerCase();
  for (const { element, words } of entries) element.hidden = !words.includes(wanted);
  const shown = entries.filter(({ element }) => !element.hidden).length;
  byId('count').textContent = `${shown} of ${entries.length} messages`;
  for (const { value, checked } of boxes) {
    for (const column of document.querySelectorAll(`[data-language="${value}"]`)) {
      /** @type {HTMLElement} */ (column).hidden = !checked;
    }
  }
}

byId('filter').addEventListener('input', filter);
byId('filter').addEventListener('submit', (event) => event.preventDefault());
filter();
// The entry of the URL's fragment did not exist when the page was loaded.
if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
