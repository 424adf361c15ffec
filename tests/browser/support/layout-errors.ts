import type { Page } from '@playwright/test';

/**
 * Measures every element of the page and returns layout errors: horizontal overflow, clipped text,
 * broken words, text over a banner's picture, overlapping controls, and tap targets below the minimum
 * size.
 */
export function layoutErrors(page: Page, tapTarget: number): Promise<string[]> {
  return page.evaluate((smallest) => {
    /** Tolerance for rounding to device pixels, in CSS pixels. */
    const tolerance = 1;

    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.trim().slice(0, 40)}`;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // Excludes visually hidden elements.
      getComputedStyle(element).clipPath === 'none';

    /** Whether the element is in a horizontally scrolling container. */
    const isInStrip = (element: Element) => {
      for (let it = element.parentElement; it && it !== document.body; it = it.parentElement) {
        const { overflowX } = getComputedStyle(it);
        if (overflowX !== 'visible' && it.scrollWidth > it.clientWidth + tolerance) return true;
      }
      return false;
    };

    function overflow(): string[] {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const widest = [...document.body.querySelectorAll('*')].findLast((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left < -tolerance || right > clientWidth + tolerance) && !isInStrip(element);
      });
      const by = widest ? `, by ${name(widest)}` : '';
      return [`the page is ${scrollWidth} px wide in a viewport of ${clientWidth} px${by}`];
    }

    /** Text clipped by an ancestor. */
    function textClippedByAncestors(): string[] {
      const holdsText = (element: Element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      const texts = [...document.body.querySelectorAll('*')].filter(
        (element) => holdsText(element) && isShown(element) && !isInStrip(element),
      );
      if (texts.length === 0) throw new Error('no texts');
      return texts.flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect();
        for (let it: Element | null = element; it && it !== document.body; it = it.parentElement) {
          if (!isShown(it)) return [];
          const style = getComputedStyle(it);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const box = it.getBoundingClientRect();
          const isClipped =
            text.left < box.left - tolerance ||
            text.right > box.right + tolerance ||
            (style.overflowY !== 'auto' && text.bottom > box.bottom + tolerance);
          if (isClipped) return [`clipped: ${name(element)}`];
        }
        if (text.left < -tolerance || text.right > innerWidth + tolerance) {
          return [`outside the viewport: ${name(element)}`];
        }
        return [];
      });
    }

    /**
     * Words broken across lines other than at a hyphen or a zero-width space, in scripts that have spaces between
     * words.
     */
    function brokenWords(): string[] {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const errors: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const element = text.parentElement;
        if (!element || !isShown(element)) continue;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u200b-]+/g)) {
          if (/[\p{sc=Han}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(word)) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) errors.push(`broken: ${word} in ${name(element)}`);
        }
      }
      return errors;
    }

    /** Text beyond the first half of a wide picture, or above the end of a high one: over its drawing. */
    function textOverPictures(): string[] {
      const all = [...document.querySelectorAll('[class$="-words"]')];
      return all.flatMap((words) => {
        const box = words.parentElement?.getBoundingClientRect();
        const picture = words.parentElement?.querySelector('img');
        if (!box || !picture || !isShown(words)) return [];
        const { width } = picture.getBoundingClientRect();
        // Beside a picture of its own column, or on a card of their own.
        if (width < 0.9 * box.width) return [];
        if (getComputedStyle(words).backgroundColor !== 'rgba(0, 0, 0, 0)') return [];
        const range = document.createRange();
        range.selectNodeContents(words);
        const { left, right, top } = range.getBoundingClientRect();
        const end = picture.getBoundingClientRect().bottom;
        if (top > Math.min(end - tolerance, box.top + 0.6 * box.height)) return [];
        const middle = box.left + box.width / 2;
        const isMirrored = getComputedStyle(picture).scale !== 'none';
        const isOverPicture = isMirrored ? left < middle : right > middle;
        return isOverPicture ? [`over the picture: ${name(words)}`] : [];
      });
    }

    const controls = [...document.querySelectorAll('a, button')].filter(isShown);
    /** Whether the element is in a bar that the page scrolls under, so not in the content. */
    const isFixed = (element: Element) => {
      if (element.closest('main')) return false;
      for (let it: Element | null = element; it; it = it.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(it).position)) return true;
      }
      return false;
    };

    function overlaps(): string[] {
      // Fixed controls overlap scrolling ones by design.
      const brand = [...document.querySelectorAll('.header-brand')].filter(isShown);
      const layers = [
        [...controls.filter(isFixed), ...brand],
        controls.filter((it) => !isFixed(it)),
      ];
      return layers.flatMap((layer) => {
        const boxes = layer
          .filter((control) => !isInStrip(control))
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > tolerance && box.height > tolerance);
        return boxes.flatMap(({ control, box }, index) =>
          boxes
            .slice(index + 1)
            .filter(
              (other) =>
                !control.contains(other.control) &&
                !other.control.contains(control) &&
                Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) >
                  tolerance &&
                Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) >
                  tolerance,
            )
            .map((other) => `overlapping: ${name(control)} and ${name(other.control)}`),
        );
      });
    }

    function smallTargets(): string[] {
      return (
        controls
          // Excludes links in running text, as WCAG 2.5.8 does.
          .filter((control) => getComputedStyle(control).display !== 'inline')
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > tolerance)
          .filter(({ box }) => Math.min(box.width, box.height) < smallest - 0.5)
          .map(({ control, box }) => `${box.width} x ${box.height} px: ${name(control)}`)
      );
    }

    return [
      ...overflow(),
      ...textClippedByAncestors(),
      ...brokenWords(),
      ...textOverPictures(),
      ...overlaps(),
      ...smallTargets(),
    ];
  }, tapTarget);
}
