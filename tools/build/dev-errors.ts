/** Errors of the running site, described for the person who made the mistake. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFrame } from './errors.ts';
import { withSourcePlaces } from './source-places.ts';

/** An error of a page. */
export interface PageError {
  place: 'server' | 'browser';
  message: string;
  /** The frames, one in a line. */
  stack?: string | undefined;
  /** The components that were being rendered, or whose code made what the error is about, one in a line. */
  componentStack?: string | undefined;
}

/** A frame of a source file of the site. */
const sourceFrame = /\b((?:client|ssr-bundle)\/[\w./-]+):(\d+):(\d+)/;

const hints: [pattern: RegExp, place: PageError['place'], hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|matchMedia)\b.*not defined/,
    'server',
    'The server has no browser. Read it in an effect (useEffect), in an event handler, or after hydration (useHydrated).',
  ],
  [
    /was not rendered within|exceeded the heap limit/,
    'server',
    'A loop that does not end, a promise that nothing settles, or a list that only grows. Where it is, is not known; the last edit is the first place to look.',
  ],
  [
    /^The policy of the site blocked/,
    'browser',
    'Name an origin that pages use in `allowedOrigins` of client/site/config.ts. Inline code and styles, and HTML made of text, are for no site.',
  ],
  [
    /server rendered .* match/,
    'browser',
    'The first render in the browser must be that of the server. Dates, random numbers and what the browser knows belong in an effect (useEffect), or after hydration (useHydrated). HTML that a parser corrects, such as a <div> in a <p>, differs too.',
  ],
];

/** Returns the frames of the site's sources in a stack. */
async function framesIn(stack = '', out: string): Promise<string[]> {
  const mapOf = (script: string) =>
    readFile(join(out, 'source-maps', `${script}.map`), 'utf8').catch(() => null);
  const text = await withSourcePlaces(stack, mapOf);
  const lines = text.split('\n').filter((line) => sourceFrame.test(line));
  return lines.map((line) => `    ${line.trim()}`);
}

/** Describes what a page printed: the text, and the place in the sources if it is known. */
export async function describePrinted({ message, stack }: PageError, out: string): Promise<string> {
  const [frame = ''] = await framesIn(stack, out);
  const [place] = sourceFrame.exec(frame) ?? [];
  return place ? `${message} (${place})` : message;
}

/**
 * Describes an error: message, place in the sources, the code there, a hint if there is one, the frames
 * and components.
 *
 * @param out folder of the built site
 */
export async function describeError(error: PageError, out: string): Promise<string> {
  const frames = await framesIn(error.stack, out);
  const components = await framesIn(error.componentStack, out);
  const [, file, line, column] = sourceFrame.exec([...frames, ...components][0] ?? '') ?? [];
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
    frames.join('\n'),
    components.length > 0 && `Components:\n${components.join('\n')}`,
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** What a line of the server's log has of a page: its error, or what it printed. */
type LoggedText = PageError & { isError: boolean };

/** Reads a text of a page from a line of the server's log. Returns null for other lines. */
export function loggedText(line: string): LoggedText | null {
  try {
    const { error, printed, level, url, component_stack: componentStack } = JSON.parse(line);
    const text = printed ?? (url && error);
    if (text === undefined) return null;
    const [, message = '', stack] =
      /^(?:the page failed to render: )?(.*?)(\s*\n *at .*|$)/s.exec(text) ?? [];
    const isError = printed === undefined || level === 'WARN';
    return { place: 'server', message, stack, componentStack, isError };
  } catch {
    return null;
  }
}
