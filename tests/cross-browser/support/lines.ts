/** A line of a text as it is broken; lengths in CSS pixels. */
export interface Line {
  /** The element that has the text. */
  element: string;
  /** The text's place among all that are shown. */
  textIndex: number;
  words: string;
  width: number;
}

/**
 * The lines of all text that is shown within an element, but for what is generated. Runs inside the
 * page.
 */
export function measureLines(selector: string): Line[] {
  const root = document.querySelector(selector);
  if (!root) throw new Error(`there is no ${selector}`);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // What only screen readers are told is clipped away.
    getComputedStyle(element).clipPath === 'none';
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  const range = document.createRange();
  let textIndex = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!element || !text.nodeValue?.trim() || !isShown(element) || element.closest('tbody')) {
      continue;
    }
    textIndex += 1;
    const found: { top: number; words: string; left: number; right: number }[] = [];
    let start = 0;
    for (const character of text.nodeValue) {
      range.setStart(text, start);
      start += character.length;
      range.setEnd(text, start);
      const { top, left, right, height, width } = range.getBoundingClientRect();
      // A place to break at is no character, whatever an engine makes of it.
      if (width === 0 || character === '\u200b') continue;
      let line = found.at(-1);
      if (!line || top - line.top > height / 2) {
        line = { top, words: '', left, right };
        found.push(line);
      }
      line.words += character;
      // A space at a line's end hangs, in some engines with a width.
      if (character.trim()) line.right = Math.max(line.right, right);
    }
    for (const { words, left, right } of found) {
      lines.push({
        element: `${element.tagName.toLowerCase()}.${element.className}`,
        textIndex,
        words: words.trim(),
        width: Math.round((right - left) * 100) / 100,
      });
    }
  }
  return lines;
}
