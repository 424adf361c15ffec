/** A server bundle that renders a table of 1,000 rows, a common SSR benchmark. */
import { writeHead, writeHtml } from '../../ssr-bundle/host.ts';
import { renderApp } from '../../ssr-bundle/render-app.ts';

interface Row {
  id: string;
  name: string;
}

/** Generates UUIDs from a fixed seed, so that every engine has the same rows. */
function* uuids(seed: number): Generator<string, never> {
  let state = seed;
  const digits = (count: number) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 28).toString(16);
    }).join('');
  for (;;) {
    yield `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  }
}

const source = uuids(1);
const next = () => source.next().value;
const rows: Row[] = Array.from({ length: 1000 }, () => ({ id: next(), name: next() }));

function Table() {
  return (
    <table>
      <tbody>
        {rows.map(({ id, name }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The table needs no configuration. */
export function configure(): void {}

export async function render(id: number): Promise<void> {
  writeHead(id, '<!DOCTYPE html><html lang="en"><head><title>Table</title></head><body>');
  writeHtml(id, `${await renderApp(<Table />)}</body></html>`);
}
