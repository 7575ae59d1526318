import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { targetOf } from './postgres-tools.ts';
import { startTool } from './run-tool.ts';

/**
 * Restores a dump in one transaction with the statement `last`: whatever breaks off, the database
 * has both or neither. pg_restore alone would commit the data by itself. Throws `BACKUP_FAILED`.
 */
export async function restoreDump(path: string, databaseUrl: string, last: string): Promise<void> {
  const { url, environment } = targetOf(databaseUrl);
  const source = startTool<null, Readable>(
    'pg_restore',
    ['--file=-', '--no-owner', path],
    environment,
    ['ignore', 'pipe'],
  );
  const target = startTool<Writable, null>(
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${url}`, '--file=-'],
    environment,
    ['pipe', 'ignore'],
  );
  // psql commits only what ends with `commit`: an input that breaks off has none.
  async function* script(): AsyncGenerator<Buffer | string> {
    yield 'begin;\n';
    yield* source.child.stdout as AsyncIterable<Buffer>;
    await source.ended;
    // The dump has emptied the search path.
    yield `\nreset search_path;\n${last};\ncommit;\n`;
  }
  const outcomes = await Promise.allSettled([
    source.ended,
    target.ended,
    pipeline(script, target.child.stdin),
  ]);
  const failures = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  if (failures.length === 0) return;
  const messages = failures
    .filter((one): one is FerrymanError => one instanceof FerrymanError)
    .map(({ message }) => message);
  throw new FerrymanError('BACKUP_FAILED', [...new Set(messages)].join('; '), {
    cause: failures[0],
  });
}
