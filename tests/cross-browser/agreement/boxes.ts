/** An element's border box relative to its parent's, in CSS pixels. */
export interface Box {
  element: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Numbers of lines of text that determine its height, and in its parent. */
  lines: number;
  linesOfParent: number;
}

/**
 * Measures the boxes of all descendants of an element, `null` for invisible ones, after replacing the
 * random rows of the live tables. Runs inside the page.
 */
export function measureBoxes(selector: string): (Box | null)[] {
  const root = document.querySelector(selector);
  if (!root) throw new Error(`no element matches ${selector}`);
  for (const cell of root.querySelectorAll('tbody td')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.nodeValue ?? '';
      if (/\*/.test(words)) text.nodeValue = words.replace(/\d+$/, '000');
      else if (/\./.test(words)) text.nodeValue = words.replace(/[\d.]+$/, '1000.00');
      else if (words.trim()) text.nodeValue = 'GAME';
    }
  }

  const linesIn = (element: Element) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let lines = 0;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      if (text.nodeValue?.trim()) lines += range.getClientRects().length;
    }
    return lines;
  };
  /** They fill the link that the words beside them determine. */
  const filler = '.offer-picture, .bonus-banner-picture';
  const round = (length: number) => Math.round(length * 100) / 100;

  return [...root.querySelectorAll('*')]
    .filter((element) => !element.matches('svg *, script, template'))
    .map((element) => {
      const parentElement = element.parentElement?.closest(':not(picture)');
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        // Excludes visually hidden elements.
        getComputedStyle(element).clipPath === 'none';
      if (!parentElement || !isShown) return null;
      const box = element.getBoundingClientRect();
      const parent = parentElement.getBoundingClientRect();
      const words = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 24);
      return {
        element: `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${words}”`,
        x: round(box.x - parent.x),
        y: round(box.y - parent.y),
        width: round(box.width),
        height: round(box.height),
        lines: linesIn(element.closest(filler)?.closest('a') ?? element),
        linesOfParent: linesIn(parentElement),
      };
    });
}
