/** What the token opens, and what becomes of the site without it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from './support/editor.mjs';
import { Marquee } from './support/marquee.mjs';
import { Strapi } from './support/strapi.mjs';

const strapi = await Strapi.start({ after });

test('the token reads the links, and nothing else is open', async () => {
  assert.equal((await strapi.ask()).status, 200);
  assert.equal((await fetch(`${strapi.url}/api/winbox`)).status, 401);
  assert.equal((await fetch(`${strapi.url}/strapi.db`)).status, 404);
  const authorization = { Authorization: `Bearer ${strapi.token}` };
  for (const method of ['PUT', 'DELETE']) {
    const { status } = await fetch(`${strapi.url}/api/winbox`, { method, headers: authorization });
    assert.equal(status, 405, method);
  }
  const editors = await fetch(`${strapi.url}/admin/api-tokens`, { headers: authorization });
  assert.equal(editors.status, 401);
});

test('with a wrong token visitors get the page without links, and operators the reason', async (t) => {
  const token = 'token-of-somebody-else';
  const marquee = await Marquee.start(t, { url: strapi.url, token });
  await marquee.untilTrouble('status 401', 0);
  // Anchors without an address, and the one whose address is a setting.
  assert.deepEqual(await marquee.links(), ['', 'https://messaging.example/marquee']);
  assert.equal(await marquee.known('winbox77_my'), null);

  const { status, html } = await marquee.page();
  assert.equal(status, 200);
  for (const secret of [token, strapi.url, 'Unauthorized', 'credentials']) {
    assert.ok(!html.includes(secret), `the page tells of ${secret}`);
  }
  assert.ok(!JSON.stringify(marquee.log).includes(token), 'the token is in the log');
});

test('after its token is revoked visitors keep the last good links', async (t) => {
  const marquee = await Marquee.start(t, strapi);
  await marquee.untilLinked('https://operator.example/');
  const links = await marquee.links();

  const editor = await Editor.register(strapi);
  await editor.revokeToken('Marquee');
  await marquee.untilTrouble('status 401');
  await marquee.untilTrouble('status 401');
  assert.deepEqual(await marquee.links(), links);
});

test('an operator who starts it with another token shuts the former one out', async () => {
  const former = strapi.token;
  await strapi.stop();
  strapi.token = 'another-token-of-the-tests';
  await strapi.start();
  assert.equal((await strapi.ask('winbox77_my', former)).status, 401);
  assert.equal((await strapi.ask()).status, 200);
});
