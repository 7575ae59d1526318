import { assertNever } from '../core/assert-never.ts';
import type { ChainName, Family } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { GuardRequest, Intent } from '../ports/guard.ts';
import { findingsOf, type RuleFinding, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

/**
 * For every family: the transaction is on the chain of the intent, and from the leased account,
 * which is the job's wallet.
 */
export function belongingFindings(
  family: Family,
  { intent, chain, lease, unsigned, job }: GuardRequest,
): RuleFinding[] {
  const expected = chainsOf(intent, job);
  return findingsOf(
    (unsigned.chain !== chain.name || !expected.includes(chain.name)) &&
      reject('the transaction is for another chain than it should be', {
        chain: chain.name,
        expected: expected.join(),
      }),
    !sameAddress(family, unsigned.account, lease.account) &&
      reject('the account is not the leased one', {
        account: unsigned.account,
        leased: lease.account,
      }),
    !sameAddress(family, job.wallet.address, lease.account) &&
      reject('the leased account is not the job’s wallet', {
        account: lease.account,
        wallet: job.wallet.address,
      }),
  );
}

/**
 * The chains on which an intent may act: a claim on the destination; a cancel or CPFP child on
 * either chain.
 */
function chainsOf({ kind }: Intent, { from, to }: Job): ChainName[] {
  switch (kind) {
    case 'swap':
    case 'deposit':
    case 'approve':
    case 'revoke':
    case 'refund':
      return [from.chain];
    case 'claim':
      return [to.chain];
    case 'cancel':
    case 'boost':
      return [from.chain, to.chain];
    default:
      return assertNever(kind, 'intent');
  }
}
