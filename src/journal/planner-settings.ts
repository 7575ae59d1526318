/**
 * How Postgres plans the journal's statements, of a connection's whole life (PostgreSQL 15, chapter
 * 20.7). All of them look up a few rows by keys. A connection plans each of them once and keeps the
 * plan: one that is made while the tables are small, or before their statistics are there, would
 * read whole tables, and go on to when they have grown. Measured: docs/decisions/108.
 */
export const plannerSettings = {
  // Five plans of each statement and connection are not made only to find that none is better than
  // the one that is kept.
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  // These read the whole of one side. Where no index serves, Postgres still takes one of them.
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Before the statistics are there a statement may look dear enough to be compiled, which takes a
  // hundred times as long as to run it.
  jit: 'off',
} as const;
