/** The response formats of Strapi 4 and 5. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Marquee } from './support/marquee.ts';
import { Strapi } from './support/strapi.ts';

const base = 'https://operator.example/';
const blog = 'https://operator.example/blog/';

interface Data {
  winbox77_my?: string;
  attributes?: { winbox77_my: string };
}

const shapes = [
  { format: 'v5', link: (data: Data) => data.winbox77_my },
  { format: 'v4', link: (data: Data) => data.attributes?.winbox77_my },
];

for (const { format, link } of shapes) {
  test(`the page has the links of a Strapi with response format ${format}`, async (t) => {
    const strapi = await Strapi.start(t, { RESPONSE_FORMAT: format });
    const { data }: { data: Data } = await (await strapi.request()).json();
    assert.equal(link(data), base);

    const marquee = await Marquee.start(t, strapi);
    await marquee.untilLinked(base);
    const links = await marquee.links();
    assert.ok(links.includes(`${base}winbox-signup/`), links.join(' '));
    assert.ok(links.includes(`${base}winbox-login/`), links.join(' '));
    assert.ok(links.includes(blog), links.join(' '));
    assert.ok(!links.includes(''), 'all anchors have an href');
    assert.equal(await marquee.fetchLink('winbox77_my'), base);
    assert.equal(await marquee.fetchLink('winboxv2_com'), blog);
    assert.deepEqual(marquee.warnings, []);
  });
}
