import { killsOfFewPayments, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

// The steps before and after a payment go through the same code; on the slower engine the ends of the refund's way have to do, and a
// swap is killed many times, so that fewer are paid.
restartSuite('PGlite', { payments: killsOfFewPayments(4), refunds: killsOfRefund.slice(-1) });
