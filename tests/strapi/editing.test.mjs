/** What editors save, sensible or not. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from './support/editor.mjs';
import { Marquee, refreshInterval } from './support/marquee.mjs';
import { Strapi } from './support/strapi.mjs';

const strapi = await Strapi.start({ after });
const marquee = await Marquee.start({ after }, strapi);
const editor = await Editor.register(strapi);

test('a link that an editor publishes reaches the page with the next refresh', async (t) => {
  await marquee.untilLinked('https://operator.example/');
  await editor.publish({ winbox77_my: 'https://new.example/my' });
  const published = performance.now();
  await marquee.untilLinked('https://new.example/my/');
  const took = performance.now() - published;
  t.diagnostic(`it took ${Math.round(took)} ms`);
  // One interval, its jitter and the looks themselves; a busy machine may take some more.
  assert.ok(took < 4 * refreshInterval, `it took ${took} ms`);
});

test('a link that an editor saves and does not publish stays a draft', async () => {
  await editor.saveDraft({ winbox77_my: 'https://draft.example/' });
  await editor.publish({ winboxv2_com: 'https://blog.example/' });
  await marquee.untilLinked('https://blog.example/');
});

const nonsense = [
  { saved: 'javascript:alert(1)', reason: 'only http and https links' },
  { saved: 'operator.example', reason: 'not an absolute address' },
  { saved: 'https://me:secret@operator.example/', reason: 'user or password' },
  { saved: 'https://.example/', reason: 'no domain name' },
  { saved: 'http://localhost:8080/', reason: 'loopback' },
];

for (const { saved, reason } of nonsense) {
  test(`an editor who publishes ${JSON.stringify(saved)} leaves visitors the last good link`, async () => {
    await editor.publish({ winbox77_my: 'https://good.example/' });
    await marquee.untilLinked('https://good.example/');
    const links = await marquee.links();

    await editor.publish({ winbox77_my: saved });
    await marquee.untilTrouble(reason);
    assert.deepEqual(await marquee.links(), links);
    assert.equal(await marquee.known('winbox77_my'), 'https://good.example/');
  });
}

for (const cleared of ['', null]) {
  test(`an editor who publishes ${JSON.stringify(cleared)} takes the link away`, async () => {
    await editor.publish({ winbox77_my: 'https://good.example/' });
    await marquee.untilLinked('https://good.example/');
    await editor.publish({ winbox77_my: cleared });
    await marquee.untilUnlinked('https://good.example/');
    assert.equal(await marquee.known('winbox77_my'), null);
  });
}
