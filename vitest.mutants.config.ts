import { defineConfig } from 'vitest/config';
import { hangLimit } from './test/support/hang-limit.ts';

/** `npm run check:guard`: it imports test files, so it runs alone and shares no module with them. */
export default defineConfig({
  test: {
    include: ['test/guard/every-rule.mutants.ts'],
    pool: 'forks',
    testTimeout: 4 * hangLimit,
    reporters: ['default'],
  },
});
