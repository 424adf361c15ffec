import type { Place } from './places.ts';

/** In CSS pixels of the viewport. */
export type Box = [x: number, y: number, width: number, height: number];

/** What a visitor sees of a message. */
export interface Measurement {
  /** Whether the boxes are those of the text, else of the elements that a label or hidden text belongs to. */
  isText: boolean;
  boxes: Box[];
}

/** Measures places on a page in any language. Returns what is seen, by message. Runs inside the page. */
export function measurePlaces(places: Place[]): Record<string, Measurement> {
  /** Width of a part of a text that identifies it, in CSS pixels, for a text that is clipped. */
  const enough = 120;
  const elements = places.map(({ selector }) => document.querySelector(selector));
  const holders = new Set(elements.filter((_, index) => places[index]?.attribute === null));

  /** Returns the part of a rectangle that no ancestor clips, or null. */
  const visiblePart = (rectangle: DOMRect, element: Element) => {
    let { left, top, right, bottom } = rectangle;
    const clip = (box: { left: number; top: number; right: number; bottom: number }) => {
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    };
    clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    let it: Element | null = element;
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

  const union = (rectangles: DOMRect[]) => {
    const left = Math.min(...rectangles.map((it) => it.left));
    const top = Math.min(...rectangles.map((it) => it.top));
    const right = Math.max(...rectangles.map((it) => it.right));
    const bottom = Math.max(...rectangles.map((it) => it.bottom));
    return new DOMRect(left, top, right - left, bottom - top);
  };

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const boxOf = ({ x, y, width, height }: DOMRect): Box => [
    Math.floor(x),
    Math.floor(y),
    Math.ceil(width + 1),
    Math.ceil(height + 1),
  ];

  const textBox = (element: Element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lines: DOMRect[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let holder: Element | null = text.parentElement;
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

  const ownerBox = (element: Element) => {
    const id = element.closest('[id]')?.id ?? '';
    const described = document.querySelectorAll(`[aria-describedby~="${id}"]`);
    for (const owner of described.length > 0 ? described : [element]) {
      let it: Element | null = owner;
      for (; it && it !== document.body && isShown(it); it = it.parentElement) {
        const part = visiblePart(it.getBoundingClientRect(), it);
        if (part) return boxOf(part);
      }
    }
    return null;
  };

  const seen: Record<string, Measurement> = {};
  for (const [index, { id, attribute }] of places.entries()) {
    const element = elements[index];
    const text = element && attribute === null ? textBox(element) : null;
    const box = text ?? (element && ownerBox(element));
    if (!box) continue;
    const isText = text !== null;
    const others = seen[id];
    if (others?.isText === isText) others.boxes.push(box);
    else if (!others?.isText) seen[id] = { isText, boxes: [box] };
  }
  return seen;
}
