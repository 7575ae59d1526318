import { decodeBase58 } from '../../shared/formats/base58.ts';
import type { LandedTransaction } from './answers.ts';
import { littleEndian } from './compute-budget.ts';
import { accountsOf, lamportsAt } from './landed-accounts.ts';
import { associatedTokenProgram, systemProgram } from './programs.ts';

const transfer = 2n;
/** The instruction number and the lamports. */
const transferBytes = 12;

/**
 * Lamports that an account paid to others in the transaction's own instructions: transfers, and the
 * rent of token accounts that it opened for them. Matches how the guard computes a transaction's
 * value, so that guard and attribution agree on the received amount.
 */
export function paidAlong(landed: LandedTransaction, payer: string): bigint {
  const accounts = accountsOf(landed);
  const { instructions } = landed.transaction.message;
  return instructions.reduce((sum, { programIdIndex, accounts: indexes, data }) => {
    const [from, to, owner] = indexes;
    if (
      from === undefined ||
      to === undefined ||
      accounts[from] !== payer ||
      isOwn(landed, to, payer)
    )
      return sum;
    switch (accounts[programIdIndex]) {
      case systemProgram:
        return sum + transferredBy(data);
      case associatedTokenProgram:
        return sum + (accounts[owner ?? -1] === payer ? 0n : openedWith(landed, to));
      default:
        return sum;
    }
  }, 0n);
}

function transferredBy(data: string): bigint {
  const bytes = decodeBase58(data);
  if (bytes?.length !== transferBytes || littleEndian(bytes.subarray(0, 4)) !== transfer) return 0n;
  return littleEndian(bytes.subarray(4));
}

function openedWith({ meta }: LandedTransaction, index: number): bigint {
  return lamportsAt(meta.preBalances, index) === 0n ? lamportsAt(meta.postBalances, index) : 0n;
}

/**
 * Whether the account is the payer, a token account of its own, or a temporary account that the
 * transaction opened and closed, as for wrapping coins.
 */
function isOwn(landed: LandedTransaction, index: number, payer: string): boolean {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = landed.meta;
  const isToken = [...preTokenBalances, ...postTokenBalances].some(
    ({ accountIndex, owner }) => accountIndex === index && owner === payer,
  );
  const isTemporary =
    lamportsAt(preBalances, index) === 0n && lamportsAt(postBalances, index) === 0n;
  return isToken || isTemporary || accountsOf(landed)[index] === payer;
}
