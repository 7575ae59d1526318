import { startPostgresServer } from '../support/postgres-server.ts';
import {
  killsOfApprove,
  killsOfOneCall,
  killsOfPayments,
  killsOfRefund,
  restartSuite,
} from './suite/restart-suite.ts';

const payments = [...killsOfPayments(6), killsOfApprove];
restartSuite(
  'Postgres',
  { payments, refunds: [killsOfRefund], inOneCall: [killsOfOneCall] },
  startPostgresServer,
);
