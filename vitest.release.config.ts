import tests from './vitest.config.ts';

/**
 * `npm run check:release`: the demo, every command of the pages, what npm packs and installs, a
 * compilation with one more family, the journal's whole suite on PGlite, and whether the chaos
 * harness notices a law that is turned off. Few changes need them, and they take minutes: they run
 * before a change lands, not in `npm test`.
 */
export default {
  ...tests,
  test: {
    ...tests.test,
    include: ['test/**/*.check.ts'],
    // Most of them run several processes, which use both cores by themselves.
    maxWorkers: 2,
    outputFile: { json: 'dist/release-results.json' },
  },
};
