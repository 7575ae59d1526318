import { SandboxError } from '../sandbox-error.ts';
import type { Heads } from './heads.ts';

const GIVE_UP_AFTER_BLOCKS = 400n;

interface Wait<Found> {
  readonly heads: Heads;
  /**
   * Called at once and after each new block. @returns undefined while the transaction is not there
   */
  find(): Promise<Found | undefined> | Found | undefined;
  /** The transaction's id, and the error with which the node refused it, if it did. */
  describe(): { readonly id: string; readonly complaint?: unknown };
}

/**
 * Waits until a transaction is in a block.
 * @throws {SandboxError} `transaction-failed` if it is not included in time
 */
export async function waitForInclusion<Found>({
  heads,
  find,
  describe,
}: Wait<Found>): Promise<Found> {
  const since = heads.latest();
  for (
    let latest = since;
    latest - since < GIVE_UP_AFTER_BLOCKS;
    latest = await heads.next(latest)
  ) {
    const found = await find();
    if (found !== undefined) return found;
  }
  const { id, complaint: cause } = describe();
  throw new SandboxError(
    'transaction-failed',
    `${id} was in none of ${GIVE_UP_AFTER_BLOCKS} blocks.`,
    { cause },
  );
}
