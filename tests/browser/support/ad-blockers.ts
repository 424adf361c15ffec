/** What ad blockers do to the welcome pop-up: the rules that they apply, or none for the removal of it. */
export const adBlockers: [what: string, rules: string | null][] = [
  ['hides it', '.welcome { display: none !important }'],
  ['hides its content', '.welcome-content { display: none !important }'],
  ['hides its close control', '.welcome-close { display: none !important }'],
  ['makes it invisible', '.welcome { visibility: hidden !important }'],
  ['removes it', null],
];

/** Runs inside the page. */
export function block(rules: string | null): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules ?? '');
  document.adoptedStyleSheets.push(sheet);
  if (rules === null) document.querySelector('dialog')?.remove();
}
