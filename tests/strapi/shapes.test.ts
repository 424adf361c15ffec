/** The response formats of Strapi 4 and 5. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkFields, operatorPaths } from '../../client/site/config.ts';
import { Marquee } from './support/marquee.ts';
import { Strapi } from './support/strapi.ts';

const base = 'https://operator.example/';
const blog = 'https://operator.example/blog/';

type Fields = Record<string, string>;
type Data = Fields & { attributes?: Fields };

const shapes = [
  { format: 'v5', link: (data: Data) => data[linkFields.link] },
  { format: 'v4', link: (data: Data) => data.attributes?.[linkFields.link] },
];

for (const { format, link } of shapes) {
  test(`the page has the links of a Strapi with response format ${format}`, async (t) => {
    const strapi = await Strapi.start(t, { RESPONSE_FORMAT: format });
    const { data }: { data: Data } = await (await strapi.request()).json();
    assert.equal(link(data), base);

    const marquee = await Marquee.start(t, strapi);
    await marquee.untilLinked(base);
    const links = await marquee.links();
    const html = await (await fetch(marquee.url)).text();
    const linked = Object.entries(operatorPaths).filter(([name]) =>
      html.includes(`data-link="${name}"`),
    );
    assert.notEqual(linked.length, 0);
    for (const [, path] of linked) assert.ok(links.includes(base + path), links.join(' '));
    assert.ok(links.includes(blog), links.join(' '));
    assert.ok(!links.includes(''), 'all anchors have an href');
    assert.equal(await marquee.fetchLink(linkFields.link), base);
    assert.equal(await marquee.fetchLink(linkFields.blogLink), blog);
    assert.deepEqual(marquee.warnings, []);
  });
}
