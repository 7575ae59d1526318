import { decodeBase58 } from '../../shared/formats/base58.ts';
import { memoText } from '../../shared/payments/memo-text.ts';
import type { LandedTransaction } from './answers.ts';
import { accountsOf } from './landed-accounts.ts';
import { isMemoProgram } from './programs.ts';

/** Above the base58 length of any call's data, which has at most ten kilobytes. */
const maxLetters = 20_000;

/**
 * The memo of a transaction: from its own instructions, or else from inner calls, as smart wallets
 * make them. `undefined` if it has several different memos: it is unknown which one a provider
 * reads, and a memo attributes the payment to an order.
 */
export function memoOf(landed: LandedTransaction): string | undefined {
  const { instructions } = landed.transaction.message;
  const called = (landed.meta.innerInstructions ?? []).flatMap((inner) => inner.instructions);
  const own = memosIn(landed, instructions);
  const [memo, ...others] = new Set(own.length > 0 ? own : memosIn(landed, called));
  return others.length > 0 ? undefined : memo;
}

function memosIn(
  landed: LandedTransaction,
  instructions: LandedTransaction['transaction']['message']['instructions'],
): (string | undefined)[] {
  const accounts = accountsOf(landed);
  return instructions
    .filter(({ programIdIndex, data }) => isMemoProgram(accounts[programIdIndex]) && data !== '')
    .map(({ data }) => {
      const bytes = decodeBase58(data, { most: maxLetters });
      return bytes && memoText(bytes);
    });
}
