import assert from 'node:assert/strict';
import { act, screen, within } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { LiveTable } from './live-table.tsx';

afterEach(() => {
  vi.useRealTimers();
});

function shownRows() {
  const [, body] = screen.getAllByRole('rowgroup');
  assert.ok(body);
  return within(body)
    .getAllByRole('row')
    .map((row) => row.textContent);
}

test('The table has headings, five rows and a disclosure in its caption', () => {
  renderPart(<LiveTable seed={1} isRefreshing={false} />);
  const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
  assert.deepEqual(headings, ['Deposit', 'Withdrawal', 'Game']);
  assert.equal(shownRows().length, 5);
  assert.ok(screen.getByRole('table', { name: /illustrative/i }));
});

test('Replaces all rows every ten seconds when refreshing', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderPart(<LiveTable seed={1} isRefreshing />);
  const first = shownRows();
  act(() => vi.advanceTimersByTime(9_999));
  assert.deepEqual(shownRows(), first);
  act(() => vi.advanceTimersByTime(1));
  const second = shownRows();
  assert.ok(second.every((row, place) => row !== first[place]));
  act(() => vi.advanceTimersByTime(10_000));
  assert.ok(shownRows().every((row, place) => row !== second[place]));
});

test('Keeps its rows when not refreshing', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderPart(<LiveTable seed={1} isRefreshing={false} />);
  const first = shownRows();
  act(() => vi.advanceTimersByTime(60_000));
  assert.deepEqual(shownRows(), first);
});

test('Is not a live region', () => {
  const { container } = renderPart(<LiveTable seed={1} isRefreshing />);
  assert.equal(container.querySelector('[aria-live], [role="status"], [role="log"]'), null);
});
