import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withPrintStyles } from './print-styles.ts';

test('What is for print alone is in a style sheet of its own, in its layer and its rule', () => {
  const css =
    '@layer a{p{color:red}@media print{p{color:#000}}}@media print{@layer b{p{margin:0}}}b{top:0;@media print{top:1px}}';
  const files = withPrintStyles([
    { path: 'assets/app.css', contents: Buffer.from(css) },
    { path: 'assets/app.js', contents: Buffer.from('1') },
  ]);
  assert.deepEqual(
    files.map(({ path, contents }) => [path, `${contents}`]),
    [
      ['assets/app.css', '@layer a{p{color:red}}b{top:0}'],
      ['assets/print.css', '@layer a{p{color:#000}}@layer b{p{margin:0}}b{top:1px}'],
      ['assets/app.js', '1'],
    ],
  );
});
