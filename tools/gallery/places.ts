/** Where a message stands on a page. */
export interface Place {
  id: string;
  /** Selects its element, in every language. */
  selector: string;
  /** Null for text. */
  attribute: string | null;
}

/**
 * Returns the places of messages on a page in the pseudo-locale of ids. While a modal dialog is open,
 * those inside it alone, as the rest of the page is inert. Runs inside the page.
 */
export function findPlaces(ids: string[]): Place[] {
  const known = new Set(ids);
  const places = new Map<string, Place>();

  const selectorOf = (element: Element) => {
    const steps: string[] = [];
    for (let it = element; it.parentElement; it = it.parentElement) {
      steps.unshift(`:nth-child(${[...it.parentElement.children].indexOf(it) + 1})`);
    }
    return [':root', ...steps].join(' > ');
  };

  const add = (element: Element, attribute: string | null, text: string) => {
    for (const id of text.match(/\w+(?:\.\w+)+/g) ?? []) {
      if (!known.has(id)) continue;
      const place = { id, selector: selectorOf(element), attribute };
      places.set(JSON.stringify(place), place);
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
