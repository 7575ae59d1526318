import { startPostgresServer } from '../support/postgres-server.ts';
import { allKills, restartSuite } from './suite/restart-suite.ts';

restartSuite('Postgres', allKills, startPostgresServer);
