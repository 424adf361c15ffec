/** A rendered line of text. */
export interface Line {
  /** Index of the text among all visible texts. */
  textIndex: number;
  words: string;
  /** CSS pixels. */
  width: number;
}

/**
 * Measures the lines of all visible text within an element, except for the random rows. Runs inside
 * the page.
 */
export function measureLines(selector: string): Line[] {
  const root = document.querySelector(selector);
  if (!root) throw new Error(`no element matches ${selector}`);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // Excludes visually hidden elements.
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
    // As a reader sees them: a letter and its marks have one box.
    for (const { segment: character } of new Intl.Segmenter().segment(text.nodeValue)) {
      range.setStart(text, start);
      start += character.length;
      range.setEnd(text, start);
      // WebKit has another box at the end of the previous line, and an empty one where the direction changes.
      const box = [...range.getClientRects()].findLast(({ width }) => width > 0);
      let line = found.at(-1);
      if (!box) {
        // A letter of a ligature may have none.
        if (line && character.trim()) line.words += character;
        continue;
      }
      const { top, left, right, height } = box;
      if (!line || top - line.top > height / 2) {
        line = { top, words: '', left, right };
        found.push(line);
      }
      line.words += character;
      // Hanging spaces at the end of a line have a width in some engines.
      if (!character.trim()) continue;
      line.left = Math.min(line.left, left);
      line.right = Math.max(line.right, right);
    }
    for (const { words, left, right } of found) {
      lines.push({
        textIndex,
        words: words.trim(),
        width: Math.round((right - left) * 100) / 100,
      });
    }
  }
  return lines;
}
