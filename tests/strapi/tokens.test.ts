/** Access with valid, wrong and revoked tokens. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkFields, linkPath } from '../../client/site/config.ts';
import { Editor } from './support/editor.ts';
import { Marquee } from './support/marquee.ts';
import { Strapi } from './support/strapi.ts';

const strapi = await Strapi.start({ after });

test('the token allows reading the links only', async () => {
  assert.equal((await strapi.request()).status, 200);
  assert.equal((await fetch(`${strapi.url}${linkPath}`)).status, 401);
  assert.equal((await fetch(`${strapi.url}/strapi.db`)).status, 404);
  const authorization = { Authorization: `Bearer ${strapi.token}` };
  for (const method of ['PUT', 'DELETE']) {
    const { status } = await fetch(`${strapi.url}${linkPath}`, { method, headers: authorization });
    assert.equal(status, 405, method);
  }
  const editors = await fetch(`${strapi.url}/admin/api-tokens`, { headers: authorization });
  assert.equal(editors.status, 401);
});

test('the page keeps the last valid links after the token is revoked', async (t) => {
  const marquee = await Marquee.start(t, strapi);
  await marquee.untilLinked('https://operator.example/');
  const links = await marquee.links();

  const editor = await Editor.register(strapi);
  await editor.revokeToken('Marquee');
  await marquee.untilWarning('status 401');
  await marquee.untilWarning('status 401');
  assert.deepEqual(await marquee.links(), links);
});

test('starting Strapi with another token invalidates the former one', async () => {
  const former = strapi.token;
  await strapi.stop();
  strapi.token = 'another-token-of-the-tests';
  await strapi.start();
  assert.equal((await strapi.request(linkFields.link, former)).status, 401);
  assert.equal((await strapi.request()).status, 200);
});
