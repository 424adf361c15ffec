/** Errors of the running site, described for the person who made the mistake. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** An error of a page. */
export interface PageError {
  place: 'server' | 'browser';
  message: string;
  /** The frames, one in a line. */
  stack: string;
  /** The components that were being rendered, one in a line. */
  componentStack?: string | undefined;
}

/** A frame of a script: its file, line and column. */
const scriptFrame = /https?:\/\/\S+?\/([\w.-]+\.js):(\d+):(\d+)/g;

/** A frame of a source file of the site. */
const sourceFrame = /\b((?:client|ssr-bundle)\/[\w./-]+):(\d+):(\d+)/;

const hints: [pattern: RegExp, place: PageError['place'], hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|matchMedia)\b.*not defined/,
    'server',
    'The server has no browser. Read it in an effect (useEffect), in an event handler, or after hydration (useHydrated).',
  ],
  [
    /hydrat/i,
    'browser',
    'The first render in the browser must be that of the server. Dates, random numbers and what the browser knows belong in an effect (useEffect), or after hydration (useHydrated).',
  ],
];

/**
 * Describes an error: message, place in the sources, the code there, a hint if there is one, the frames
 * and components.
 *
 * @param out folder of the built site
 */
export async function describeError(error: PageError, out: string): Promise<string> {
  const stack = await withSources(error.stack, out);
  const components = await withSources(error.componentStack ?? '', out);
  const [frames, componentFrames] = [stack, components].map((text) =>
    text.split('\n').filter((line) => sourceFrame.test(line)),
  );
  const [, file, line, column] = sourceFrame.exec(`${frames?.[0]}\n${componentFrames?.[0]}`) ?? [];
  const hint = hints.find(
    ([pattern, place]) => place === error.place && pattern.test(error.message),
  );
  // React's list of reasons, which the hint has in short.
  const message = error.message.replace(
    / As a result this tree.*?\/hydration-mismatch\s*/s,
    '\n\n',
  );
  const sections = [
    `Error ${error.place === 'server' ? 'on the server' : 'in the browser'}: ${message}`,
    file && `${file}:${line}:${column}\n${await codeFrame(file, Number(line), Number(column))}`,
    hint && `Hint: ${hint[2]}`,
    frames?.join('\n'),
    componentFrames?.length && `Components:\n${componentFrames.join('\n')}`,
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** Replaces the places in scripts by those in their sources. */
async function withSources(stack: string, out: string): Promise<string> {
  const scripts = new Set(Array.from(stack.matchAll(scriptFrame), ([, script = '']) => script));
  const maps = new Map(
    await Promise.all(
      [...scripts].map(async (script) => {
        const map = join(out, 'source-maps', `${basename(script)}.map`);
        const text = await readFile(map, 'utf8').catch(() => null);
        return [script, text === null ? null : new TraceMap(text)] as const;
      }),
    ),
  );
  return stack.replace(scriptFrame, (frame, script, line, column) => {
    const map = maps.get(script);
    // Columns of frames begin with 1, of maps with 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: column - 1 });
    if (!found?.source) return frame;
    // Sources are relative to the folder of the script.
    return `${found.source.replace(/^(?:\.\.\/)+/, '')}:${found.line}:${found.column + 1}`;
  });
}

/** Returns the lines around a place, with a mark below it. */
async function codeFrame(file: string, line: number, column: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const first = Math.max(1, line - 2);
  const lines = text.split('\n').slice(first - 1, line + 2);
  const width = `${line + 2}`.length;
  return lines
    .flatMap((code, index) => {
      const number = first + index;
      const isPlace = number === line;
      const shown = `${isPlace ? '>' : ' '} ${`${number}`.padStart(width)} | ${code}`;
      return isPlace ? [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n');
}

/** Reads an error from a line of the server's log. Returns null for other lines. */
export function loggedError(line: string): PageError | null {
  try {
    const { error, component_stack: componentStack } = JSON.parse(line);
    const [, message, stack] =
      /^the page failed to render: (.*?)(\n {4}at .*|$)/s.exec(error) ?? [];
    if (message === undefined) return null;
    return { place: 'server', message, stack: stack ?? '', componentStack };
  } catch {
    return null;
  }
}
