import { startPostgresServer } from '../support/postgres-server.ts';
import { killsOfFewApproves, killsOfPayment, killsOfRefund, restartSuite } from './suite/restart-suite.ts';

const payments = [...killsOfPayment, ...killsOfFewApproves(3)];
restartSuite('Postgres', { payments, refunds: killsOfRefund }, startPostgresServer);
