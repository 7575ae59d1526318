import { swapSuite } from './suite/swap-suite.ts';

// One connection takes one after the other; how they meet is seen on Postgres.
swapSuite('PGlite', 30);
