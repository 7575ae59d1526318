import { startPostgresServer } from '../support/postgres-server.ts';
import { restartSuite } from './suite/restart-suite.ts';

restartSuite('Postgres', startPostgresServer);
