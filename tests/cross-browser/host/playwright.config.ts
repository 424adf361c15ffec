import crossBrowser from '../playwright.config.ts';

// Before any module of the tests, which read it.
process.env.SITE = 'target/host-site';
// That of `make` is one of the repository's own site.
process.env.TEST_LANGUAGE = 'en';

/** What the host does for any site, on a small one of its own, in each engine. */
export default {
  ...crossBrowser,
  testDir: '.',
  outputDir: '../../../test-results/cross-browser',
  projects: [
    { name: 'firefox' },
    { name: 'webkit' },
    { name: 'chromium', testIgnore: 'lost-requests.spec.ts' },
  ],
};
