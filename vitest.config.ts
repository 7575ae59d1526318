import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { hangLimit } from './test/support/hang-limit.ts';

/** The files that take the longest: a minute or more. */
const longest = /\/test\/(chaos\/short|e2e\/(commands|restart-on-p|server)|journal\/p)/;
/** The files that run whole processes or services, or engines of journals: many seconds. */
const long = /\/test\/(bad-input|bench|chaos|cli|dashboard|e2e|journal|model|sandbox)\//;

/**
 * Begins with the longest: one that comes last keeps one worker busy, and the others wait for it.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      longest.test(moduleId) ? 0 : long.test(moduleId) ? 1 : 2;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // Tests run these packages' sources; `npm run check:release` is about the packages.
  resolve: {
    alias: {
      'ferryman-client': fileURLToPath(new URL('client/src/index.ts', import.meta.url)),
      'ferryman-sandbox': fileURLToPath(new URL('sandbox/index.ts', import.meta.url)),
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    // Files of one worker share what they import, as the programs do: loading it again for each file
    // was a fifth of the whole run.
    isolate: false,
    // A test opens a journal of its own and closes it within seconds: optimizing PGlite's
    // WebAssembly costs more than it gains.
    execArgv: ['--liftoff-only'],
    sequence: { sequencer: LongestFirst },
    // One for each core: with more, the same files compute more than they wait less
    // (docs/decisions/170). Each takes up to two gigabytes.
    maxWorkers: Math.min(availableParallelism(), 8),
    maxConcurrency: 4,
    testTimeout: 2 * hangLimit,
    hookTimeout: 2 * hangLimit,
    expect: { poll: { timeout: hangLimit, interval: 30 } },
    reporters: ['default', 'json'],
    outputFile: { json: 'dist/test-results.json' },
  },
});
