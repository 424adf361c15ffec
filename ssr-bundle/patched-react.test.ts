/** React with the patch of the build against React as published, on trees that the site does not have. */
import assert from 'node:assert/strict';
import { type BuildOptions, build } from 'esbuild';
import fc from 'fast-check';
import type * as ReactModule from 'react';
import type { ReactNode } from 'react';
import type { renderToPipeableStream } from 'react-dom/server';
import { beforeAll, test } from 'vitest';
import { serverOptions, serverWith } from '../tools/build/bundles.ts';

interface React {
  react: typeof ReactModule;
  renderToPipeableStream: typeof renderToPipeableStream;
}

/** Bundles React and its renderer like the server bundle. */
async function bundled(options: BuildOptions): Promise<React> {
  const { entryPoints: _, ...others } = options;
  const { outputFiles } = await build({
    ...others,
    write: false,
    stdin: {
      contents: `export { renderToPipeableStream } from 'react-dom/server.bun';
        import * as react from 'react';
        export { react };`,
      resolveDir: '.',
    },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

let patched: Kit;
let published: Kit;

beforeAll(async () => {
  patched = kitOf(await bundled(serverOptions));
  published = kitOf(await bundled(serverWith()));
});

type Element = (...children: ReactNode[]) => ReactNode;
type Kit = ReturnType<typeof kitOf>;

/** The components of the trees, made with one of the two. */
function kitOf({ react, renderToPipeableStream }: React) {
  const { createElement, Suspense } = react;
  const Words = react.createContext('outer');

  function WithId({ children }: { children?: ReactNode }) {
    const [id, other] = [react.useId(), react.useId()];
    return createElement('label', { htmlFor: id }, children, other);
  }

  function ReadsContext() {
    return react.useContext(Words);
  }

  function Throws(): ReactNode {
    throw new Error('planned');
  }

  class ClassComponent extends react.Component<{ children?: ReactNode }> {
    override render() {
      return createElement(react.Fragment, null, this.props.children, 'class');
    }
  }

  function Passes({ children }: { children?: ReactNode }) {
    return children;
  }

  /** Suspends once: React learns of a promise's value in a microtask. */
  function Suspends({ promise }: { promise: Promise<ReactNode> }) {
    return react.use(promise);
  }

  const Memoized = react.memo(WithId);
  const Forwarding = react.forwardRef<HTMLDivElement, { children?: ReactNode }>(
    ({ children }, ref) => createElement('div', { ref, className: 'forwarded' }, children),
  );
  const around =
    (type: typeof Passes): Element =>
    (...children) =>
      createElement(type, null, ...children);

  return {
    renderToPipeableStream,
    element: createElement,
    leaves: [ReadsContext, WithId, Throws].map((type) => () => createElement(type)),
    wrappers: [
      around(WithId),
      around(Passes),
      around(react.Fragment as never),
      around(ClassComponent as never),
      around(Memoized as never),
      around(Forwarding as never),
      (...children) => createElement(Words.Provider, { value: 'inner' }, ...children),
      (...children) => createElement(Suspense, { fallback: createElement(WithId) }, ...children),
      (...children) => createElement(Suspends, { promise: Promise.resolve(children) }),
    ] satisfies Element[],
  };
}

/** An attribute's value that differs at each use, though it is the same object. */
const counted = {
  uses: 0,
  toString() {
    this.uses += 1;
    return String(this.uses);
  },
};

/** Renders a tree to its end, and returns all that can be observed: the HTML and the errors. */
function render({ renderToPipeableStream }: Kit, tree: ReactNode): Promise<string> {
  counted.uses = 0;
  return new Promise((resolve) => {
    let outcome = '';
    const destination = {
      write(html: string) {
        outcome += html;
        return true;
      },
      end: () => resolve(outcome),
      destroy: (error: unknown) => resolve(`${outcome} destroyed: ${error}`),
      on() {},
    };
    const stream = renderToPipeableStream(tree, {
      identifierPrefix: 'id',
      onShellReady: () => void stream.pipe(destination as unknown as NodeJS.WritableStream),
      onShellError: (error) => resolve(`${outcome} no shell: ${error}`),
      onError(error) {
        outcome += ` error: ${error} `;
      },
    });
  });
}

const tags = [
  ...'a div p span svg g path use ul li table thead tbody tr td th section h1 strong picture'.split(
    ' ',
  ),
  ...'select option textarea button form pre title style noscript math custom-element'.split(' '),
];
const voidTags = ['img', 'br', 'hr', 'input', 'meta', 'link', 'source', 'wbr'];

const words = fc.oneof(
  fc.constantFrom('', 'x', '<&>"\'', ' ', '</script>', '中文', '\u{1f600}', '/path?a=1&b=2'),
  fc.constantFrom('javascript:alert(1)', 'http://x/'),
  fc.string({ maxLength: 6 }),
);

const values = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.constantFrom<unknown>(0, -0, 1, -1.5, Number.NaN, 10n, true, false, null, undefined),
  fc.constantFrom<unknown>(() => 'called', Symbol('s'), counted, ['a', 1]),
);

const names = fc.constantFrom(
  ...'className id href src action formAction xlinkHref tabIndex width height role dir'.split(' '),
  ...'hidden disabled download capture cols contentEditable aria-label aria-hidden data-x'.split(
    ' ',
  ),
  ...'onClick onclick suppressHydrationWarning defaultValue value checked selected'.split(' '),
  ...'xmlLang strokeWidth acceptCharset htmlFor autoFocus unknown UPPER bad<name'.split(' '),
);

const styles = fc.dictionary(
  fc.constantFrom('color', 'zIndex', 'marginTop', '--custom', 'WebkitTransition', 'msFlex'),
  fc.oneof(words, fc.constantFrom(0, 3, 1.5)),
);

const attributes = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(names, values) },
      fc.tuple(fc.constant('style'), styles),
      fc.constantFrom<[string, unknown]>(['href', ''], ['src', '']),
    ),
    { maxLength: 5 },
  )
  .map((entries) => Object.fromEntries(entries));

type Tree = (kit: Kit) => ReactNode;

const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
  const children = fc.array(tie('tree'), { minLength: 1, maxLength: 4 });
  return {
    tree: fc.oneof(
      { maxDepth: 6, depthSize: 'large' },
      words.map((text) => () => text),
      fc.constantFrom(0, 12.5, 7n, true, false, null, undefined).map((node) => () => node),
      fc.constantFrom(0, 0, 0, 1, 1, 1, 2).map((index) => (kit: Kit) => kit.leaves[index]?.()),
      fc.tuple(fc.constantFrom(...voidTags), attributes).map(
        ([tag, props]) =>
          (kit: Kit) =>
            kit.element(tag, props),
      ),
      {
        weight: 5,
        arbitrary: fc.tuple(fc.constantFrom(...tags), attributes, children).map(
          ([tag, props, nodes]) =>
            (kit: Kit) =>
              kit.element(tag, props, ...nodes.map((node) => node(kit))),
        ),
      },
      fc.tuple(fc.constantFrom(...tags), attributes, words).map(
        ([tag, props, html]) =>
          (kit: Kit) =>
            kit.element(tag, { ...props, dangerouslySetInnerHTML: { __html: html } }),
      ),
      {
        weight: 3,
        arbitrary: fc.tuple(fc.nat(8), children).map(
          ([index, nodes]) =>
            (kit: Kit) =>
              kit.wrappers[index]?.(...nodes.map((node) => node(kit))),
        ),
      },
      children.map((nodes) => (kit: Kit) => nodes.map((node) => node(kit))),
    ),
  };
});

test('Any tree gives the same HTML and the same errors as React as published', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (node) => {
      const page = (kit: Kit) => render(kit, kit.element('main', null, node(kit)));
      assert.equal(await page(patched), await page(published));
    }),
    { numRuns: 3000 },
  );
});
