import { expect, type Locator } from '@playwright/test';

/** Returns the text of each visible element, split into rendered lines. There must be some. */
export async function linesIn(elements: Locator): Promise<string[][]> {
  const found = await elements.evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const lines: string[] = [];
        let lineTop = Number.NEGATIVE_INFINITY;
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          for (const [index, character] of [...(text.nodeValue ?? '')].entries()) {
            range.setStart(text, index);
            range.setEnd(text, index + 1);
            const { top, width, height } = range.getBoundingClientRect();
            if (width === 0) continue;
            if (top - lineTop > height / 2) {
              lines.push('');
              lineTop = top;
            }
            lines.push(`${lines.pop()}${character}`);
          }
        }
        return lines.map((line) => line.trim());
      }),
  );
  expect(found.length).toBeGreaterThan(0);
  return found;
}
