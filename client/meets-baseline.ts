/**
 * Whether the browser is one of those that the app is built for, which `browserslist` in
 * package.json names. Syntax cannot be tried, so the youngest features of that Baseline stand for
 * all of it: import maps came with Safari 16.4, `color-mix()` with Chrome 111 and Firefox 113.
 */
export function meetsBaseline(): boolean {
  return (
    HTMLScriptElement.supports?.('importmap') &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}
