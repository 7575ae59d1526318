import { swapSuite } from './suite/swap-suite.ts';

// One connection takes one after the other; how swaps meet is seen on Postgres.
swapSuite('PGlite', { crowd: 30 });
