import assert from 'node:assert/strict';
import { useIntl } from 'react-intl';
import { test, vi } from 'vitest';
import { renderPart } from '../testing/render-page.tsx';

function FormattedPlace() {
  // @ts-expect-error: the type check rejects what would fail on the page
  return useIntl().formatNumber(1);
}

test('React Intl offers components no formatter that a page lacks', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  assert.throws(() => renderPart(<FormattedPlace />), /formatNumber is not a function/);
});
