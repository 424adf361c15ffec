/** The site of a server that asks a content service of the test's own. */
import { type Behaviour, ContentService, operatorsLinks } from './content-service.ts';
import { startServer } from './marquee-server.ts';
import { test as base } from './test.ts';

interface ServiceFixtures {
  /** How the content service behaves when the server starts. */
  behaviour: Behaviour;
  /** What it knows when the server starts, by field. */
  links: Record<string, string>;
  service: ContentService;
}

export const test = base.extend<ServiceFixtures>({
  behaviour: ['gives links', { option: true }],
  links: [operatorsLinks, { option: true }],
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
