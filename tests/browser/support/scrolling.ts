import { type Locator, test } from '@playwright/test';

/** Skips a test of a link within the page where the part that it leads to is none of the page. */
export async function needsTarget(link: Locator): Promise<void> {
  const html = await (await link.page().request.get('/')).text();
  const id = (await link.getAttribute('href'))?.slice(1);
  test.skip(!html.includes(` id="${id}"`), `the page has no #${id}`);
}

/** Whether the page stands still with a block's top below the header, in the upper half. Runs inside the page. */
export async function hasArrivedAt(target: Element | string): Promise<boolean> {
  const block = typeof target === 'string' ? document.querySelector(target) : target;
  const top = () => block?.getBoundingClientRect().top ?? Number.NaN;
  const before = top();
  // A smooth scroll moves the page at each of these frames.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return top() === before && before >= header - 1 && before < innerHeight / 2;
}

/** Clicks a control and counts the steps in which the page scrolls. Runs inside the page. */
export async function stepsOfScroll(selector: string): Promise<number> {
  // The events of an earlier scroll are sent with these frames.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const start = scrollY;
  const places = new Set<number>();
  document.querySelector<HTMLElement>(selector)?.click();
  // Not each engine has the event `scrollend`.
  for (let still = 0; still < 30; ) {
    const before = scrollY;
    await new Promise(requestAnimationFrame);
    if (scrollY !== start) places.add(scrollY);
    still = scrollY === before ? still + 1 : 0;
  }
  return places.size;
}
