/** What the reports of a visit share. */

/** Whether the visitor objects to reports: by Global Privacy Control or Do Not Track. */
export function isOptedOut(): boolean {
  const signals: Navigator & { globalPrivacyControl?: boolean } = navigator;
  return signals.globalPrivacyControl || signals.doNotTrack === '1';
}

/** Returns the name of the innermost part of the page with an element. */
export function placeOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-place]')?.dataset.place;
}
