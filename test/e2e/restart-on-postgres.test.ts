import { startPostgresServer } from '../support/postgres-server.ts';
import { killsOfPayment, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

restartSuite('Postgres', { payments: killsOfPayment, refunds: killsOfRefund }, startPostgresServer);
