import { configDefaults, defineConfig } from 'vitest/config';

/** Unit and component tests of `bench/`, `client/`, `ssr-bundle/` and `tools/`. */
export default defineConfig({
  // The JSX transform of the bundles.
  esbuild: { jsx: 'automatic', jsxDev: false },
  // Build output: tens of thousands of files.
  server: { watch: { ignored: ['**/{target,dist,gallery,test-results}/**'] } },
  test: {
    env: {
      // React's development build, for its warnings, whatever the environment sets.
      NODE_ENV: 'test',
      // No commit of a test is signed, whatever the developer's configuration says.
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'commit.gpgsign',
      GIT_CONFIG_VALUE_0: 'false',
    },
    restoreMocks: true,
    // By default one core is left to watch mode's main process.
    maxWorkers: '100%',
    // Some tests run the build in a child process.
    testTimeout: 60_000,
    globalSetup: ['client/testing/compile-locales.ts'],
    coverage: {
      include: ['client/**/*.{ts,tsx}', 'ssr-bundle/**/*.ts', 'tools/{build,messages}/**/*.ts'],
      exclude: ['client/testing/**'],
      reporter: ['text', 'html'],
      reportsDirectory: 'test-results/coverage',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://127.0.0.1/' } },
          setupFiles: ['client/testing/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{bench,ssr-bundle,tools}/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Modules are loaded once. The one global of the tests, the engine's `marquee`, is set by
          // each file that uses it.
          isolate: false,
          // Its modules import JSON as bundlers do.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ['@actions/languageservice'],
                esbuildOptions: { target: 'node20' },
              },
            },
          },
        },
      },
    ],
    // The tests read the locales as files, which no import shows.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/locales/**/*.json'],
  },
});
