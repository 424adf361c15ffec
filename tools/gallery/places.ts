/** Where a message stands on a page, in every language. */
export interface Place {
  id: string;
  /** Selects its element, or what is seen of the element that a label or hidden text belongs to; null for nothing. */
  selector: string | null;
  /** Whether the text is seen itself. */
  isText: boolean;
}

/**
 * Returns the places of messages on a page in the pseudo-locale of ids. While a modal dialog is open,
 * those inside it alone, as the rest of the page is inert. Runs inside the page.
 */
export function findPlaces(ids: string[]): Place[] {
  const known = new Set(ids);
  const places: Place[] = [];

  const selectorOf = (element: Element) => {
    const steps: string[] = [];
    for (let it = element; it.parentElement; it = it.parentElement) {
      steps.unshift(`:nth-child(${[...it.parentElement.children].indexOf(it) + 1})`);
    }
    return [':root', ...steps].join(' > ');
  };

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isHiddenText = width < 2 || height < 2 || getComputedStyle(element).clipPath !== 'none';
    return isShown(element) && !isHiddenText;
  };

  /** Returns the element if it is seen, or what hidden text describes or is within. */
  const ownerOf = (element: Element) => {
    const described = document.querySelectorAll(`[aria-describedby~="${element.id || 'none'}"]`);
    for (const owner of [element, ...described]) if (isSeen(owner)) return owner;
    let it: Element | null = element;
    while (it && it !== document.body && isShown(it) && !isSeen(it)) it = it.parentElement;
    return it && it !== document.body && isShown(it) ? it : null;
  };

  const add = (element: Element, text: string, isLabel: boolean) => {
    const found = (text.match(/\w+(?:\.\w+)+/g) ?? []).filter((id) => known.has(id));
    if (found.length === 0) return;
    const owner = ownerOf(element);
    const selector = owner && selectorOf(owner);
    for (const id of found) places.push({ id, selector, isText: owner === element && !isLabel });
  };

  const inModal = document.querySelectorAll('dialog:modal, dialog:modal *');
  for (const element of inModal.length > 0 ? inModal : document.querySelectorAll('*')) {
    if (element.closest('script, style, template')) continue;
    for (const node of element.childNodes) {
      if (node instanceof Text) add(element, node.data, false);
    }
    for (const { name, value } of element.attributes) {
      // Data attributes are for styles and scripts.
      if (!name.startsWith('data-')) add(element, value, true);
    }
  }
  return places;
}
