import { killsOfPayment, restartSuite } from './suite/restart-suite.ts';

// PGlite differs from Postgres in how it keeps what it has acknowledged. The points in between are
// killed at on Postgres.
const points = [
  'quote-recorded',
  'lease-taken',
  'attempt-committed',
  'inclusion-recorded',
  'proof-recorded',
] as const;
restartSuite('PGlite', { payments: [killsOfPayment(points)], refunds: [] });
