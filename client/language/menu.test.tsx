import assert from 'node:assert/strict';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { onTestFinished, test, vi } from 'vitest';
import { locales } from '../testing/example-state.ts';
import { renderPart } from '../testing/render-page.tsx';
import { LanguageMenu } from './menu.tsx';

test('A language can be chosen in browsers without popovers', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(locales[1]?.table));
  const { hidePopover } = HTMLElement.prototype;
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
  onTestFinished(() => {
    Object.assign(HTMLElement.prototype, { hidePopover });
  });

  renderPart(<LanguageMenu />);
  const [first, second] = screen.getAllByRole('menuitemradio', { hidden: true });
  assert.ok(first && second);
  act(() => second.focus());
  act(() => screen.getByRole('button').focus());
  fireEvent.click(second);
  await waitFor(() => assert.equal(second.getAttribute('aria-checked'), 'true'));
  assert.equal(first.getAttribute('aria-checked'), 'false');
});
