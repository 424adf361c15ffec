import browser from '../playwright.config.ts';

// Before any module of the tests, which read it.
process.env.SITE = 'target/host-site';

/** What the host does for any site, on a small one of its own, on a phone. */
export default {
  ...browser,
  testDir: '.',
  outputDir: '../../../test-results',
  projects: browser.projects
    ?.filter(({ name }) => name === 'phone')
    .map(({ use = {} }) => ({ name: 'host', testMatch: '*.spec.ts', use })),
};
