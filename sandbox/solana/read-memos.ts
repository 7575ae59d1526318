import type { VersionedMessage } from '@solana/web3.js';
import { MEMO_PROGRAM } from './programs.ts';

/** The memos of a transaction, in order. */
export function readMemos({ compiledInstructions, staticAccountKeys }: VersionedMessage): string[] {
  return compiledInstructions
    .filter(
      ({ programIdIndex }) => staticAccountKeys[programIdIndex]?.equals(MEMO_PROGRAM) === true,
    )
    .map(({ data }) => Buffer.from(data).toString('utf8'));
}
