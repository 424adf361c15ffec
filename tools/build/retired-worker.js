// @ts-nocheck The types are those of pages.
// Takes the place of a service worker that the site no longer has: deletes what it stored, unregisters itself, and
// loads the pages again that it controls.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url);
}
