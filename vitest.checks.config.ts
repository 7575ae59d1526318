import tests from './vitest.config.ts';

/**
 * `npm run check:laws` and `npm run check:package`: whether the chaos harness notices what it is
 * there for, and whether somebody can install and run what npm packs. Neither is about what
 * Ferryman does, both take a minute, and few changes need them: they run before a change lands,
 * not in `npm test`.
 */
export default {
  ...tests,
  test: { ...tests.test, include: ['test/**/*.check.ts'], reporters: ['default'] },
};
