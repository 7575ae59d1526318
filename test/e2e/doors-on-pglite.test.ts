import { doorsSuite } from './suite/doors-suite.ts';

doorsSuite('PGlite');
