/** A server with a mock content service per test. */
import { linkFields } from '../../site/client/site/config.ts';
import { type Behaviour, ContentService, operatorLinks } from '../support/content-service.ts';
import { startServer } from '../support/marquee-server.ts';
import { test as base } from './test.ts';

interface ServiceFixtures {
  /** Behaviour of the content service when the server starts. */
  behaviour: Behaviour;
  /** Links of the content service when the server starts, by field. */
  links: Record<string, string>;
  service: ContentService;
}

/** The console errors of a page whose operator links are all missing. */
export const missingLinks = Object.values(linkFields)
  .toSorted()
  .map((field) => new RegExp(`^console error: .*${field}`));

export const test = base.extend<ServiceFixtures>({
  behaviour: ['gives links', { option: true }],
  links: [operatorLinks, { option: true }],
  service: async ({ behaviour, links }, use) => {
    const service = await ContentService.start();
    service.links = links;
    service.behave(behaviour);
    await use(service);
    await service.stop();
  },
  baseURL: async ({ service }, use) => {
    const server = await startServer(service.settings);
    await use(server.url);
    await server.stop();
  },
});
