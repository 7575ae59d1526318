import { restartSuite } from './suite/restart-suite.ts';

restartSuite('PGlite');
