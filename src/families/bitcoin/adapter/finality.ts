import type { BitcoinTransaction } from '../formats/read-transaction.ts';

/** From here on a locktime is a time and no height (Bitcoin Core, script.h, `LOCKTIME_THRESHOLD`). */
const firstTime = 500_000_000;
/** Sequences without this bit lock an input for some time after its output (BIP-68). */
const noRelativeLock = 0x8000_0000;

/**
 * What keeps a transaction from the next block, or makes it another thing than a payment; nothing where it may be included at once. Version
 * 3 is refused: nodes pass it on with one small child only (BIP-431), so that it could not be sped up as the others are.
 *
 * @param tip the height of the newest block
 */
export function finalityFault({ version, locktime, inputs }: BitcoinTransaction, tip: number): string | undefined {
  if (version !== 1 && version !== 2) return `its version is ${version}`;
  if (locktime >= firstTime) return 'it is locked until a time';
  if (locktime > tip) return `it is locked until block ${locktime}`;
  const locked = inputs.findIndex(({ sequence }) => (sequence & noRelativeLock) === 0);
  return locked === -1 ? undefined : `input ${locked} has a relative lock, or could have one`;
}
