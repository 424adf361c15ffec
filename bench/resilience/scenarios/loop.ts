import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { loopingSite, type Subject, withSubject } from '../subjects.ts';

export const id = 'loop';
export const title = 'A page that loops';
export const description =
  'The render of one page never ends: that of the home page in Malay. It is requested once a second; the ' +
  'other clients request the cached page. Nothing restarts the server.';

export const appliesTo = ({ id }: Subject) => id === 'marquee';

const interval = 1000;

export function run(subject: Subject, { siege, after, ...traffic }: Settings) {
  return withSubject(subject, { distFolder: loopingSite }, ({ url }) =>
    observe(url, traffic, async ({ begin }) => {
      const statuses = new Set<string>();
      const request = async () => {
        const response = await fetchRaw(new URL('/?lang=ms', url).href, {
          timeout: siege,
        });
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
