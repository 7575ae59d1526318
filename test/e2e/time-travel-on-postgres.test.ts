import { startPostgresServer } from '../support/postgres-server.ts';
import { timeTravelSuite } from './suite/time-travel-suite.ts';

timeTravelSuite('Postgres', startPostgresServer);
