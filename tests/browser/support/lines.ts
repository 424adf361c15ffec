import type { Locator } from '@playwright/test';

/** The texts that these elements show, each as its lines. */
export function linesIn(elements: Locator): Promise<string[][]> {
  return elements.evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const lines: string[] = [];
        let lineTop = Number.NEGATIVE_INFINITY;
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          for (const [place, character] of [...(text.nodeValue ?? '')].entries()) {
            range.setStart(text, place);
            range.setEnd(text, place + 1);
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
}
