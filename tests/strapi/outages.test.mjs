/** A content service that goes away, for a while or for good. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from './support/editor.mjs';
import { Marquee } from './support/marquee.mjs';
import { Strapi } from './support/strapi.mjs';
import { Visitors } from './support/visitors.mjs';

const strapi = await Strapi.start({ after });
const editor = await Editor.register(strapi);
await editor.publish({ winbox77_my: 'https://before.example/' });
const marquee = await Marquee.start({ after }, strapi);
await marquee.untilLinked('https://before.example/');

test('visitors notice nothing of a restart, and get what editors publish after it', async () => {
  const links = await marquee.links();
  const visitors = new Visitors(marquee);
  await strapi.stop();
  await marquee.untilTrouble('cannot be reached');
  await strapi.start();
  await editor.publish({ winboxv2_com: 'https://blog-after.example/' });
  await marquee.untilLinked('https://blog-after.example/');
  const sights = await visitors.leave();
  assert.deepEqual(sights.slice(0, 1), [links.join(' ')]);
  assert.equal(sights.length, 2, `only the new link is news: ${sights.join('\n')}`);
  assert.ok(!sights.at(-1)?.includes('operator.example'), 'the links are as editors left them');
});

test('visitors notice nothing when it stops for good', async () => {
  const links = await marquee.links();
  const visitors = new Visitors(marquee);
  await strapi.stop();
  for (let refreshes = 0; refreshes < 4; refreshes++) {
    await marquee.untilTrouble('cannot be reached');
  }
  assert.deepEqual(await visitors.leave(), [links.join(' ')]);
});
