import { startPostgresServer } from '../support/postgres-server.ts';
import { allKills, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

restartSuite('Postgres', { payments: allKills, refunds: killsOfRefund }, startPostgresServer);
