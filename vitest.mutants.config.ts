import { defineConfig } from 'vitest/config';
import { breakChecks } from './test/guard/mutants/break-checks.ts';
import { hangLimit } from './test/support/hang-limit.ts';

/** `npm run check:guard`: it imports test files, so it runs alone and shares no module with them. */
export default defineConfig({
  plugins: [breakChecks()],
  test: {
    include: ['test/guard/mutants/*.mutants.ts'],
    pool: 'forks',
    testTimeout: 4 * hangLimit,
    reporters: ['default'],
  },
});
