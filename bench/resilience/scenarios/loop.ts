import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { withInstance } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'loop';
export const title = 'A page that loops';
export const description =
  'The render of one page never ends: for Marquee, that of the home page in Malay. It is requested once a second; the ' +
  'other clients request the cached page. One instance, requested directly; nothing restarts it.';

export const notApplicable = ({ pages }: Subject) => !pages.loop && 'it renders nothing';

const interval = 1000;

export function run(subject: Subject, { siege, after, ...traffic }: Settings) {
  return withInstance(subject, { loops: true }, ({ url }) =>
    observe(url + subject.pages.cached, traffic, async ({ begin }) => {
      const statuses = new Set<string>();
      const request = async () => {
        const response = await fetchRaw(`${url}${subject.pages.loop}`, { timeout: siege });
        statuses.add(String(response.status));
      };
      begin();
      for (let elapsed = 0; elapsed < siege; elapsed += interval) {
        request().catch(() => statuses.add('no response'));
        await pause(interval);
      }
      await pause(after);
      return [`the page that loops: ${[...statuses].toSorted().join(', ')}`];
    }),
  );
}
