/** What the reports of a visit share. */

/** Returns the name of the innermost part of the page with an element. */
export function placeOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-place]')?.dataset.place;
}

/** Sends a report, if the browser can after the page is left. */
export function sendReport(name: string, report: Record<string, string>): void {
  // Fits into the URL limit: the message of an error takes up to 1,800 bytes.
  navigator.sendBeacon?.(`/api/${name}?${new URLSearchParams(report)}`.slice(0, 2_000));
}
