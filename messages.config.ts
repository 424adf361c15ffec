import * as site from './client/site/config.ts';
import { command, siteConstants } from './tools/build/locales.ts';
import type { Configuration } from './tools/messages/cli.ts';

/** This site as a user of the messages package. */
const configuration: Configuration = {
  code: ['client', 'ssr-bundle', 'tools/share'],
  constants: siteConstants(site),
  command,
};

export default configuration;
