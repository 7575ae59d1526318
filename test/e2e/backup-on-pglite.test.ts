import { backupSuite } from './suite/backup-suite.ts';

backupSuite('PGlite');
