/** Links saved by editors, valid and invalid. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkFields } from '../../client/site/config.ts';
import { Editor } from './support/editor.ts';
import { Marquee } from './support/marquee.ts';
import { Strapi } from './support/strapi.ts';

const strapi = await Strapi.start({ after });
const marquee = await Marquee.start({ after }, strapi);
const editor = await Editor.register(strapi);

test('a published link appears on the page, a saved draft does not', async () => {
  await marquee.untilLinked('https://operator.example/');
  await editor.publish({ [linkFields.link]: 'https://new.example/my' });
  await marquee.untilLinked('https://new.example/my/');
  await editor.saveDraft({ [linkFields.link]: 'https://draft.example/' });
  await editor.publish({ [linkFields.blogLink]: 'https://blog.example/' });
  await marquee.untilLinked('https://blog.example/');
});

for (const cleared of ['', null]) {
  test(`publishing ${JSON.stringify(cleared)} removes the link`, async () => {
    await editor.publish({ [linkFields.link]: 'https://good.example/' });
    await marquee.untilLinked('https://good.example/');
    await editor.publish({ [linkFields.link]: cleared });
    await marquee.untilUnlinked('https://good.example/');
    assert.equal(await marquee.fetchLink(linkFields.link), null);
  });
}
