import { setTimeout as pause } from 'node:timers/promises';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** What was read, or since when the service does not answer. */
export type Followed<Value> =
  | { kind: 'read'; value: Value }
  | { kind: 'away'; since: Date; error: FerrymanError };

/** Between two readings, in milliseconds. */
const interval = 1_000;

/**
 * Reads again and again, also while the service does not answer. Ends when the signal is aborted.
 * Throws what another reading would not change.
 */
export async function* follow<Value>(
  read: () => Promise<Value>,
  signal: AbortSignal,
): AsyncGenerator<Followed<Value>> {
  let since: Date | undefined;
  while (!signal.aborted) {
    try {
      const value = await read();
      since = undefined;
      yield { kind: 'read', value };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FerrymanError) || error.next !== 'retry') throw error;
      since ??= new Date();
      yield { kind: 'away', since, error };
    }
    await pause(interval, undefined, { signal }).catch(() => undefined);
  }
}
