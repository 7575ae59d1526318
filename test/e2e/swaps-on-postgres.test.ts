import { startPostgresServer } from '../support/postgres-server.ts';
import { swapSuite } from './suite/swap-suite.ts';

swapSuite('Postgres', { crowd: 100, openPostgres: startPostgresServer });
