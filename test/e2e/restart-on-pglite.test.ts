import { killsOfPayment, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

// The steps before and after a payment go through the same code; on the slower engine the ends of the refund's way have to do.
restartSuite('PGlite', { payments: killsOfPayment, refunds: killsOfRefund.slice(-1) });
