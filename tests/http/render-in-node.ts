// Renders pages in Node, with the built server bundle and with one that has React as published.
//
// Standard input is `{"site": …, "requests": […]}`, the arguments of the bundle's functions. Prints a line for
// each request: the SHA-256 of its page with either bundle, which are one if Node renders the same with both.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import type { PageRequest, Site } from '../../ssr-bundle/site.ts';
import { serverWith } from '../../tools/build/bundles.ts';

type Bundle = typeof import('../../ssr-bundle/entry.server.tsx');

const evaluate = (code: Uint8Array): Promise<Bundle> =>
  import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);

async function buildWithPublishedReact() {
  const { outputFiles = [] } = await build(serverWith());
  const script = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (!script) throw new Error('the build has no script');
  return script.contents;
}

const { entry }: { entry: string } = JSON.parse(readFileSync('dist/site.json', 'utf8'));
const bundles = [
  await evaluate(readFileSync(`dist/${entry}`)),
  await evaluate(await buildWithPublishedReact()),
];

const { site, requests }: { site: Site; requests: PageRequest[] } = JSON.parse(
  await text(process.stdin),
);
for (const { configure } of bundles) configure(site);

for (const request of requests) {
  const digests = new Set<string>();
  for (const { render } of bundles) {
    const digest = createHash('sha256');
    const write = (html: string) => digest.update(html);
    await render({ head: write, write }, request);
    digests.add(digest.digest('hex'));
  }
  process.stdout.write(`${[...digests].join(' ')}\n`);
}
