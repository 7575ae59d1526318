/**
 * Planner settings for the lifetime of each connection (PostgreSQL 15, chapter 20.7). All
 * statements look up a few rows by key, and a connection plans each of them once. A plan made while
 * tables are small or without statistics would read whole tables even after they have grown.
 * Measured: docs/decisions/108.
 */
export const plannerSettings = {
  // Postgres would else make five custom plans per statement and connection before it uses the
  // generic one.
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  // Both read one side completely. If no index fits, Postgres still uses one of them.
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Without statistics a statement may look expensive enough to compile, which takes a hundred
  // times as long as running it.
  jit: 'off',
} as const;
