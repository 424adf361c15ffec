/** A server with a mock content service per test. */

import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test';
import { config } from '../../support/site.ts';
import { type Behaviour, ContentService, operatorLinks } from './content-service.ts';
import { startServer } from './marquee-server.ts';

export interface ServiceFixtures {
  /** Behaviour of the content service when the server starts. */
  behaviour: Behaviour;
  /** Links of the content service when the server starts, by field. */
  links: Record<string, string>;
  service: ContentService;
}

/** The console errors of a page whose operator links are all missing. */
export const missingLinks = Object.values(config.linkFields)
  .toSorted()
  .map((field) => new RegExp(`^console error: .*${field}`));

/** For `extend`. */
export const serviceFixtures: Fixtures<
  ServiceFixtures,
  object,
  PlaywrightTestArgs & PlaywrightTestOptions
> = {
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
};
