import { startPostgresServer } from '../support/postgres-server.ts';
import { killsOfApproves, killsOfPayments, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

const payments = [...killsOfPayments(12), ...killsOfApproves(3)];
restartSuite('Postgres', { payments, refunds: killsOfRefund }, startPostgresServer);
