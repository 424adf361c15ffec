import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { now } from '../../threads.ts';
import { startContentService } from '../content-service-double.ts';
import { withInstance } from '../instances.ts';
import { clientTimeout, observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'content';
export const title = 'Content service down, then up';
export const description =
  'The page has the link of a content service. The service stops responding for two minutes: for the first half, ' +
  'it accepts requests and never responds, then it refuses connections. It comes back with another link. A page ' +
  'without any link has failed. One instance, requested directly.';

export const notApplicable = ({ pages }: Subject) => !pages.content && 'it fetches nothing';

const link = (name: string) => `https://${name}.operator.example/`;

export async function run(subject: Subject, { outage, after, ...traffic }: Settings) {
  const service = await startContentService(link('before'));
  const env = { CONTENT_API_URL: service.url, CONTENT_API_TOKEN: 'token' };
  try {
    return await withInstance(subject, { env }, async (instance) => {
      const url = instance.url + (subject.pages.content ?? '');
      await untilPageHas(url, link('before'));
      return observe(
        url,
        { ...traffic, wholePage: '.operator.example/' },
        async ({ begin, end }) => {
          begin();
          service.hang();
          await pause(outage / 2);
          await service.refuse();
          await pause(outage / 2);
          end();
          await service.start(link('after'));
          const seconds = await untilPageHas(url, link('after'));
          await pause(after);
          return [
            seconds === undefined
              ? 'no new link within 60 s'
              : `new link after ${seconds.toFixed(0)} s`,
          ];
        },
      );
    });
  } finally {
    await service.end();
  }
}

const linkTimeout = 60_000;

/** Resolves with the time until the page has a link, in seconds; with nothing if that is too long. */
async function untilPageHas(url: string, text: string) {
  const started = now();
  while (now() - started < linkTimeout) {
    const page = await fetchRaw(url, { timeout: clientTimeout }).catch(() => undefined);
    if (page?.body.includes(text)) return (now() - started) / 1000;
    await pause(200);
  }
  return undefined;
}
