import { startPostgresServer } from '../support/postgres-server.ts';
import { doorsSuite } from './suite/doors-suite.ts';

doorsSuite('Postgres', startPostgresServer);
