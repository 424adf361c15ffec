/**
 * Whether the browser is supported by the app (`browserslist` in package.json). Syntax cannot be
 * feature-tested, so this tests the newest features of that Baseline: import maps (Safari 16.4) and
 * `color-mix()` (Chrome 111, Firefox 113). It must parse and run in every browser.
 */
export function meetsBaseline(): boolean {
  return (
    'supports' in HTMLScriptElement &&
    HTMLScriptElement.supports('importmap') &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}
