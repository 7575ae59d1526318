import { timeTravelSuite } from './suite/time-travel-suite.ts';

timeTravelSuite('PGlite');
