import type { Deposit } from '../core/deposits/deposit.ts';
import { type Chain, formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { namesAnother } from './names-another.ts';
import { findingsOf, type RuleFinding, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

/**
 * What speaks against where a deposit goes, as far as the order and the job alone tell: it is
 * nobody's, ours, the receiver's, or a token's.
 */
export function placeFindings(
  { address }: Deposit,
  { from, to, receiver, wallet, refundAddress }: Job,
  chain: Chain,
) {
  const same = (other: string): boolean => sameAddress(chain.family, address, other);
  const fault = formatsOf(chain.family).payeeFault(address, chain);
  return findingsOf(
    fault !== undefined && reject(`the deposit address is ${fault}`, { address }),
    [wallet.address, refundAddress].some(same) &&
      reject('the deposit address is our own', { address }),
    // Some chains of no family have addresses that look like this one's.
    (to.family === chain.family || to.family === 'other') &&
      same(receiver) &&
      reject('the deposit address is the receiver’s', { address }),
    (same(from.token) || (to.family === chain.family && same(to.token))) &&
      reject('the deposit address is a token', { address }),
  );
}

/**
 * What speaks against the amount: less than the job gives is no order for it, and more is not
 * given.
 */
export function amountFindings({ amount }: Deposit, job: Pick<Job, 'amount'>): RuleFinding[] {
  return findingsOf(
    amount !== job.amount &&
      reject('the order wants another amount than the job gives', { amount, given: job.amount }),
  );
}

/**
 * What speaks against what is to stand beside the payment: not everyone reads it alike, or it says
 * that somebody else is paid out.
 */
export function memoFindings(
  { memo }: Deposit,
  job: Job,
  { family }: Pick<Chain, 'family'>,
): RuleFinding[] {
  if (memo === undefined) return [];
  const { longestMemo: most } = formatsOf(family);
  return findingsOf(
    (memo === '' || !isPrintable(memo)) && reject('the memo is no printable text', { memo }),
    Buffer.byteLength(memo) > most &&
      reject('the memo is too long', { bytes: `${Buffer.byteLength(memo)}`, most: `${most}` }),
    namesAnother(memo, job) && reject('the memo names another receiver', { memo }),
  );
}
