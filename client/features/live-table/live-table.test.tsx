import assert from 'node:assert/strict';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-page.tsx';
import { LiveTable } from './live-table.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shownRows() {
  const [, body] = screen.getAllByRole('rowgroup');
  assert.ok(body);
  return within(body)
    .getAllByRole('row')
    .map((row) => row.textContent);
}

function renderTable(isRefreshing: boolean) {
  const table = (
    <LiveTable id="live" title="transactions.table.title" seed={1} isRefreshing={isRefreshing} />
  );
  return renderPart(table, { isAdvertClosed: true });
}

function startClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
}

test('The table has headings and five rows, its title as name, its disclosure as description', () => {
  renderTable(false);
  const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
  assert.deepEqual(headings, ['Deposit', 'Withdrawal', 'Game']);
  assert.equal(shownRows().length, 5);
  const table = screen.getByRole('table', { name: 'Live transactions' });
  const description = document.getElementById(table.getAttribute('aria-describedby') ?? '');
  assert.match(description?.textContent ?? '', /illustrative/i);
});

test('Replaces all rows every ten seconds when refreshing', () => {
  const wait = startClock();
  renderTable(true);
  const first = shownRows();
  wait(9_999);
  assert.deepEqual(shownRows(), first);
  wait(1);
  const second = shownRows();
  assert.ok(second.every((row, place) => row !== first[place]));
  wait(10_000);
  assert.ok(shownRows().every((row, place) => row !== second[place]));
});

test('Keeps its rows when not refreshing', () => {
  const wait = startClock();
  renderTable(false);
  const first = shownRows();
  assert.equal(screen.queryByRole('button'), null);
  wait(60_000);
  assert.deepEqual(shownRows(), first);
});

test('A button pauses the refresh, and resumes it', () => {
  const wait = startClock();
  renderTable(true);
  const first = shownRows();
  fireEvent.click(screen.getByRole('button', { name: 'Pause the transactions' }));
  wait(60_000);
  assert.deepEqual(shownRows(), first);
  fireEvent.click(screen.getByRole('button', { name: 'Resume the transactions' }));
  wait(10_000);
  assert.notDeepEqual(shownRows(), first);
});

test('Pauses while the pointer or the focus is inside', () => {
  const wait = startClock();
  renderTable(true);
  const first = shownRows();
  const panel = screen.getByRole('region', { name: 'Live transactions' });
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(panel);
  wait(60_000);
  act(() => button.focus());
  fireEvent.pointerLeave(panel);
  wait(60_000);
  assert.deepEqual(shownRows(), first);
  act(() => button.blur());
  wait(10_000);
  assert.notDeepEqual(shownRows(), first);
});

test('Does not refresh under reduced motion until play is pressed', () => {
  const wait = startClock();
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  renderTable(true);
  const first = shownRows();
  wait(60_000);
  assert.deepEqual(shownRows(), first);
  fireEvent.click(screen.getByRole('button', { name: 'Resume the transactions' }));
  wait(10_000);
  assert.notDeepEqual(shownRows(), first);
});

test('Is not a live region', () => {
  const { container } = renderTable(true);
  assert.equal(container.querySelector('[aria-live], [role="status"], [role="log"]'), null);
});
