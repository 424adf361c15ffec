/** Restarts and permanent outages of the content service. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from './support/editor.mjs';
import { Marquee } from './support/marquee.mjs';
import { Poller } from './support/poller.mjs';
import { Strapi } from './support/strapi.mjs';

const strapi = await Strapi.start({ after });
const editor = await Editor.register(strapi);
await editor.publish({ winbox77_my: 'https://before.example/' });
const marquee = await Marquee.start({ after }, strapi);
await marquee.untilLinked('https://before.example/');

test('the page keeps its links during a restart, and gets new ones after it', async () => {
  const links = await marquee.links();
  const poller = new Poller(marquee);
  await strapi.stop();
  await marquee.untilWarning('cannot be reached');
  await strapi.start();
  await editor.publish({ winboxv2_com: 'https://blog-after.example/' });
  await marquee.untilLinked('https://blog-after.example/');
  const observed = await poller.stop();
  assert.deepEqual(observed.slice(0, 1), [links.join(' ')]);
  assert.equal(observed.length, 2, `only the new link changed: ${observed.join('\n')}`);
  assert.ok(
    !observed.at(-1)?.includes('operator.example'),
    'the links are still the published ones',
  );
});

test('the page keeps its links when the content service stops', async () => {
  const links = await marquee.links();
  const poller = new Poller(marquee);
  await strapi.stop();
  for (let refreshes = 0; refreshes < 4; refreshes++) {
    await marquee.untilWarning('cannot be reached');
  }
  assert.deepEqual(await poller.stop(), [links.join(' ')]);
});
