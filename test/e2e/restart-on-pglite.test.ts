import { killsOfPayment, restartSuite } from './suite/restart-suite.ts';

restartSuite('PGlite', killsOfPayment);
