import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

let started: Promise<PostgresServer> | undefined;

/**
 * The server of all tests of this process that neither stop theirs nor change its settings. It ends
 * with the process. A start takes seconds, a journal on it a tenth of one.
 */
export function sharedPostgres(): Promise<Pick<PostgresServer, 'createJournal'>> {
  started ??= startPostgresServer();
  return started;
}
