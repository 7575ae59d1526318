import { killsOfPayments, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

// The approve's steps go through the same code; on the slower engine the end of the refund's way has to do, and few swaps are killed often.
restartSuite('PGlite', { payments: killsOfPayments(4), refunds: killsOfRefund.slice(-1) });
