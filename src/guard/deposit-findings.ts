import type { Deposit } from '../core/deposits/deposit.ts';
import { type Chain, formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { namesAnother } from './names-another.ts';
import { rotationOf } from './rotating-addresses.ts';
import { findingsOf, type OrderRuleRequest, type RuleFinding, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';
import { swapMemoFindings } from './swap-memo.ts';

/**
 * Findings against a deposit address, from the order and the job alone: it is unspendable, ours,
 * the receiver's, or a token's.
 */
export function addressFindings(
  { address }: Deposit,
  { from, to, receiver, wallet, refundAddress }: Job,
  chain: Chain,
) {
  const same = (other: string): boolean => sameAddress(chain.family, address, other);
  const fault = formatsOf(chain.family).payeeFault(address, chain);
  return findingsOf(
    fault !== undefined && reject(`the deposit address is ${fault}`, { address }),
    [wallet.address, refundAddress].some(same) &&
      reject('the deposit address is one of the job’s own accounts', { address }),
    // Chains of the family `other` may have addresses of the same form.
    (to.family === chain.family || to.family === 'other') &&
      same(receiver) &&
      reject('the deposit address is the receiver’s', { address }),
    (same(from.token) || (to.family === chain.family && same(to.token))) &&
      reject('the deposit address is a token', { address }),
  );
}

/** Findings against the amount: it must be exactly the job's. */
export function amountFindings({ amount }: Deposit, job: Pick<Job, 'amount'>): RuleFinding[] {
  return findingsOf(
    amount !== job.amount &&
      reject('the order wants another amount than the job gives', { amount, given: job.amount }),
  );
}

/**
 * Findings against the memo: it is missing where one address serves many orders, readers may
 * interpret it differently, or it names another receiver, token or minimum.
 */
export function memoFindings({ memo, address }: Deposit, request: OrderRuleRequest): RuleFinding[] {
  const { job, order, chain } = request;
  if (memo === undefined)
    return findingsOf(
      needsMemo(request) &&
        reject('the order has no memo, though its address may be that of many orders', { address }),
    );
  return [...textFindings(memo, job, chain), ...swapMemoFindings(memo, request, order)];
}

/** Unless the policy says otherwise. */
function needsMemo(request: OrderRuleRequest): boolean {
  const { memo } = rotationOf(request, request.order.provider) ?? {};
  return (
    memo === 'required' || (memo === undefined && formatsOf(request.chain.family).poolsDeposits)
  );
}

function textFindings(memo: string, job: Job, { family }: Pick<Chain, 'family'>): RuleFinding[] {
  const { longestMemo } = formatsOf(family);
  return findingsOf(
    (memo.trim() === '' || !isPrintable(memo)) && reject('the memo is no printable text', { memo }),
    Buffer.byteLength(memo) > longestMemo &&
      reject('the memo is too long', {
        bytes: `${Buffer.byteLength(memo)}`,
        most: `${longestMemo}`,
      }),
    namesAnother(memo, job) && reject('the memo names another receiver', { memo }),
  );
}
