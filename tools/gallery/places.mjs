/** Functions that run inside the page: finding the places of messages, and measuring them. */

/**
 * @typedef {object} Place where a message stands
 * @property {string} id
 * @property {string} selector of its element, the same in every language
 * @property {string} element name of its element
 * @property {string | null} attribute null for text
 * @property {boolean} isInHead whether it is in the document's head
 * @property {string} name of the metadata, for a `<meta>` element
 * @property {boolean} isDescription whether other elements refer to it as their description
 *
 * @typedef {[x: number, y: number, width: number, height: number]} Box in CSS pixels
 *
 * @typedef {object} Measurement
 * @property {Box | null} text visible part of a text
 * @property {Box | null} owner the visible element that a label or hidden text belongs to
 */

/**
 * Returns the places of messages on a page in the pseudo-locale of ids. While a modal dialog is open,
 * those inside it alone, as the rest of the page is inert.
 *
 * @param {string[]} ids
 * @returns {Place[]}
 */
export function findPlaces(ids) {
  const known = new Set(ids);
  /** @type {Map<string, Place>} */
  const places = new Map();

  /** @param {string} text */
  const idsIn = (text) => (text.match(/\w+(?:\.\w+)+/g) ?? []).filter((word) => known.has(word));

  /** @param {Element} element */
  const selectorOf = (element) => {
    const steps = [];
    for (let it = element; it.parentElement; it = it.parentElement) {
      steps.unshift(`:nth-child(${[...it.parentElement.children].indexOf(it) + 1})`);
    }
    return [':root', ...steps].join(' > ');
  };

  /**
   * @param {Element} element
   * @param {string | null} attribute
   * @param {string} text
   */
  const add = (element, attribute, text) => {
    const described = element.closest('[id]');
    const isDescription =
      attribute === null &&
      described !== null &&
      document.querySelector(`[aria-describedby~="${described.id}"]`) !== null;
    for (const id of idsIn(text)) {
      const selector = selectorOf(element);
      places.set(JSON.stringify([id, selector, attribute]), {
        id,
        selector,
        element: element.localName,
        attribute,
        isInHead: element.closest('head') !== null,
        name: element.getAttribute('name') ?? element.getAttribute('property') ?? '',
        isDescription,
      });
    }
  };

  const inModal = document.querySelectorAll('dialog:modal, dialog:modal *');
  for (const element of inModal.length > 0 ? inModal : document.querySelectorAll('*')) {
    if (element.closest('script, style, template')) continue;
    for (const { name, value } of element.attributes) {
      // Data attributes are for styles and scripts.
      if (!name.startsWith('data-')) add(element, name, value);
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) add(element, null, node.data);
    }
  }

  // A tag within a message shows its id again.
  const texts = [...places.values()].filter(({ attribute }) => attribute === null);
  return [...places.values()].filter(
    ({ id, selector, attribute }) =>
      attribute !== null ||
      !texts.some((it) => it.id === id && selector.startsWith(`${it.selector} >`)),
  );
}

/**
 * Measures places on a page in any language.
 *
 * @param {Place[]} places
 * @returns {Measurement[]}
 */
export function measurePlaces(places) {
  /** Width of a part of a text that identifies it, in CSS pixels, for a text that is clipped. */
  const enough = 120;
  const elements = places.map(({ selector }) => document.querySelector(selector));
  const holders = new Set(elements.filter((_, index) => places[index]?.attribute === null));

  /**
   * Returns the part of a rectangle that no ancestor clips, or null.
   *
   * @param {DOMRect} rectangle
   * @param {Element} element
   */
  const visiblePart = (rectangle, element) => {
    let { left, top, right, bottom } = rectangle;
    /** @param {{ left: number, top: number, right: number, bottom: number }} box */
    const clip = (box) => {
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    };
    clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    /** @type {Element | null} */
    let it = element;
    for (; it && it !== document.body; it = it.parentElement) {
      const { clipPath, overflowX, overflowY } = getComputedStyle(it);
      if (clipPath !== 'none') return null;
      if (overflowX !== 'visible' || overflowY !== 'visible') clip(it.getBoundingClientRect());
      // The top layer is clipped by no ancestor.
      if (it.matches(':modal, :popover-open')) break;
    }
    return right - left >= 1 && bottom - top >= 1
      ? new DOMRect(left, top, right - left, bottom - top)
      : null;
  };

  /** @param {DOMRect[]} rectangles */
  const union = (rectangles) => {
    const left = Math.min(...rectangles.map((it) => it.left));
    const top = Math.min(...rectangles.map((it) => it.top));
    const right = Math.max(...rectangles.map((it) => it.right));
    const bottom = Math.max(...rectangles.map((it) => it.bottom));
    return new DOMRect(left, top, right - left, bottom - top);
  };

  /** @param {Element} element */
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /**
   * @param {DOMRect} rectangle
   * @returns {Box}
   */
  const boxOf = ({ x, y, width, height }) => [
    Math.floor(x),
    Math.floor(y),
    Math.ceil(width + 1),
    Math.ceil(height + 1),
  ];

  /**
   * @param {Element} element
   * @returns {Box | null}
   */
  const textBox = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lines = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      /** @type {Element | null} */
      let holder = text.parentElement;
      while (holder && !holders.has(holder)) holder = holder.parentElement;
      if (holder !== element || !text.parentElement || !isShown(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) if (line.width > 0) lines.push(line);
    }
    const parts = lines.flatMap((line) => visiblePart(line, element) ?? []);
    if (parts.length === 0) return null;
    const [whole, part] = [union(lines), union(parts)];
    const isEnough =
      part.width >= Math.min(whole.width * 0.9, enough) && part.height >= whole.height / 2;
    return isEnough ? boxOf(part) : null;
  };

  /**
   * @param {Element} element
   * @param {Place} place
   * @returns {Box | null}
   */
  const ownerBox = (element, { isDescription }) => {
    const id = isDescription ? element.closest('[id]')?.id : undefined;
    const owners = id ? [...document.querySelectorAll(`[aria-describedby~="${id}"]`)] : [element];
    for (const owner of owners) {
      /** @type {Element | null} */
      let it = owner;
      for (; it && it !== document.body && isShown(it); it = it.parentElement) {
        const part = visiblePart(it.getBoundingClientRect(), it);
        if (part) return boxOf(part);
      }
    }
    return null;
  };

  return places.map((place, index) => {
    const element = elements[index];
    if (!element || place.isInHead) return { text: null, owner: null };
    return {
      text: place.attribute === null ? textBox(element) : null,
      owner: ownerBox(element, place),
    };
  });
}
