import { startPostgresServer } from '../support/postgres-server.ts';
import { swapSuite } from './suite/swap-suite.ts';

swapSuite('Postgres', { crowd: 30, openPostgres: startPostgresServer });
