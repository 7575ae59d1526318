import { swapSuite } from './suite/swap-suite.ts';

swapSuite('PGlite');
