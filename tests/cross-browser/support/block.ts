/** Applies rules as an ad blocker does, or removes the dialog. Runs inside the page. */
export function block(rules: string | null): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules ?? '');
  document.adoptedStyleSheets.push(sheet);
  if (rules === null) document.querySelector('dialog')?.remove();
}
