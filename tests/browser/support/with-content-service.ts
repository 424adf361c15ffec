/** The site of a server that asks a content service of the test's own. */
import { type Behaviour, ContentService } from './content-service.ts';
import { startServer } from './marquee-server.ts';
import { test as base } from './test.ts';

interface ServiceFixtures {
  /** How the content service behaves when the server starts. */
  behaviour: Behaviour;
  service: ContentService;
}

export const test = base.extend<ServiceFixtures>({
  behaviour: ['gives links', { option: true }],
  service: async ({ behaviour }, use) => {
    const service = await ContentService.start();
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
