import { startPostgresServer } from '../support/postgres-server.ts';
import { backupSuite } from './suite/backup-suite.ts';

backupSuite('Postgres', startPostgresServer);
