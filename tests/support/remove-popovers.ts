/**
 * Takes the Popover API away, as in browsers that never had it: methods, attributes, and what `@supports`
 * concludes. Runs inside the page.
 */
export function removePopovers(): void {
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
  for (const name of ['popover', 'popovertarget'])
    document.querySelector(`[${name}]`)?.removeAttribute(name);

  const apply = (parent: CSSStyleSheet | CSSGroupingRule) => {
    for (const rule of [...parent.cssRules]) {
      if (rule instanceof CSSGroupingRule) apply(rule);
      if (!(rule instanceof CSSSupportsRule && rule.conditionText.includes(':popover-open')))
        continue;
      for (const { cssText } of rule.cssRules) parent.insertRule(cssText, parent.cssRules.length);
    }
  };
  for (const sheet of document.styleSheets) apply(sheet);
}
