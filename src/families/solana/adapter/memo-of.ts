import { decodeBase58 } from '../../shared/formats/base58.ts';
import { memoText } from '../../shared/payments/memo-text.ts';
import type { LandedTransaction } from './answers.ts';
import { accountsOf } from './landed-accounts.ts';
import { isMemoProgram } from './programs.ts';

/**
 * More letters than the data of a call has: that of a call by a program has ten kilobytes at most.
 */
const maxLetters = 20_000;

/**
 * What a transaction says in words, wherever it says it: as its own instruction, or where it has
 * none by a program that it calls, as wallets that are contracts do. One that says several things
 * says nothing: which of them a provider would read, the first, the last or all, is not known, and
 * what is taken for the memo of an order counts as its payment.
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
