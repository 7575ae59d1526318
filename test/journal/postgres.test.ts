import { afterAll, beforeAll } from 'vitest';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { journalConformance } from '../conformance/journal.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.close());

journalConformance('Postgres', async () =>
  openForTest(openPostgresClient({ url: await server.createDatabase(), poolSize: 10 })),
);
