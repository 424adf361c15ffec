import type { Page } from '@playwright/test';

/**
 * Elements whose own text is wider than they are, as the page is laid out now,
 * whether or not anything cuts it off.
 * What scrolls sideways on purpose does not count, nor what only screen readers
 * are told.
 */
export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holdsText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none';
    const isInStrip = (element: Element) =>
      element.closest('.announcement-window, .menu-tabs, .carousel-strip') !== null;

    return (
      [...document.body.querySelectorAll('*')]
        .filter((element) => holdsText(element) && isShown(element))
        // Text in a line has no width of its own, nor has what the page's root clips.
        .filter((element) => element.clientWidth > 0)
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => !isInStrip(element) || element.closest('.menu-tab, .offer') !== null)
        .map(
          (element) =>
            `${element.scrollWidth} px of text in ${element.clientWidth} px: ` +
            `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent}`,
        )
    );
  });
}
