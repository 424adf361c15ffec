import postcss, { type AtRule, type ChildNode, type Root, type Rule } from 'postcss';
import type { Files } from './output-files.ts';

/**
 * Moves what style sheets have in `@media print` to `print.css` beside them, which blocks no first paint.
 */
export function withPrintStyles(files: Files) {
  return files.flatMap(({ path, contents }) => {
    if (!path.endsWith('.css')) return { path, contents };
    const print = postcss.root();
    const moving = postcss([{ postcssPlugin: 'print', Once: (sheet) => move(sheet, print) }]);
    // With the map that is in it, for development.
    const { css } = moving.process(`${Buffer.from(contents)}`, { from: path });
    return [
      { path, contents: Buffer.from(css) },
      { path: path.replace(/[^/]+$/, 'print.css'), contents: Buffer.from(`${print}`) },
    ];
  });
}

function move(sheet: Root, print: Root) {
  sheet.walkAtRules('media', (rule) => {
    if (rule.params !== 'print') return;
    // Within the layers and the rules that are around it.
    let nodes: ChildNode[] = rule.nodes ?? [];
    let around = rule.parent as AtRule | Root | Rule;
    for (; around.type !== 'root'; around = around.parent as AtRule | Root | Rule)
      nodes = [around.clone({ nodes }) as ChildNode];
    rule.remove();
    print.append(nodes);
  });
}
