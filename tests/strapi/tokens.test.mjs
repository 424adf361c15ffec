/** Access with valid, wrong and revoked tokens. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from './support/editor.mjs';
import { Marquee } from './support/marquee.mjs';
import { Strapi } from './support/strapi.mjs';

const strapi = await Strapi.start({ after });

test('the token allows reading the links only', async () => {
  assert.equal((await strapi.request()).status, 200);
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

test('with a wrong token the page has disabled links and the log has the reason', async (t) => {
  const token = 'token-of-somebody-else';
  const marquee = await Marquee.start(t, { url: strapi.url, token });
  await marquee.untilWarning('status 401', 0);
  // Disabled links, and the link from a setting.
  assert.deepEqual(await marquee.links(), ['', 'https://messaging.example/marquee']);
  assert.equal(await marquee.fetchLink('winbox77_my'), null);

  const { status, html } = await marquee.page();
  assert.equal(status, 200);
  for (const secret of [token, strapi.url, 'Unauthorized', 'credentials']) {
    assert.ok(!html.includes(secret), `the page contains ${secret}`);
  }
  assert.ok(!JSON.stringify(marquee.log).includes(token), 'the token is in the log');
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
  assert.equal((await strapi.request('winbox77_my', former)).status, 401);
  assert.equal((await strapi.request()).status, 200);
});
