import browser from '../playwright.config.ts';

// Before any module of the tests, which read it.
process.env.SITE = 'target/host-site';

/** What the host does for any site, on a small one of its own, on a phone. */
export default {
  ...browser,
  testDir: '..',
  outputDir: '../../../test-results',
  projects: [
    {
      name: 'host',
      testMatch: 'host/*.spec.ts',
      use: browser.projects?.find(({ name }) => name === 'phone')?.use ?? {},
    },
    // Those of the development tools, which build the site several times, slowly on a busy machine.
    { name: 'tools', testMatch: 'tools/*.spec.ts', expect: { timeout: 90_000 } },
  ],
};
