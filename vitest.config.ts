import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    // Files of one worker share what they import, as the programs do: loading it anew for each file was a fifth of the whole run.
    isolate: false,
    // Each file may start a sandbox, a Redis and a Postgres of its own, and waits for blocks as often as it computes: three keep two cores busy.
    maxWorkers: 3,
    maxConcurrency: 4,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'dist/test-results.json' },
  },
});
