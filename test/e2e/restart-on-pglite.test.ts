import { killsOfPayments, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

/** What this engine could do otherwise is to lose what it has acknowledged. */
const afterWrites = [
  'submitted',
  'quote-recorded',
  'allowance-recorded',
  'swap-data-recorded',
  'lease-taken',
  'attempt-committed',
  'attempt-in-ledger',
  'send-recorded',
  'inclusion-recorded',
  'proof-recorded',
  'status-recorded',
  'settled',
] as const;

restartSuite('PGlite', { payments: killsOfPayments(3, afterWrites), refunds: killsOfRefund.slice(-1) });
