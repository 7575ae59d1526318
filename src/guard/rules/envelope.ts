import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/chains.ts';
import type { Job } from '../../core/job.ts';
import { ofFamily } from '../../core/of-family.ts';
import type { Intent } from '../../ports/guard.ts';
import { objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** E01. The bytes are a plain call, on the configured chain only, of the leased account under the leased nonce. */
export const envelope: Rule<'evm'> = {
  id: 'E01',
  families: ['evm'],
  intents: ['swap', 'approve', 'revoke', 'cancel', 'refund', 'claim'],
  check({ chainId, type, target, nonce, extras }, { intent, chain: configured, lease, unsigned, job }) {
    const chain = ofFamily(configured, 'evm');
    const leased = lease.terms.kind === 'nonce' ? lease.terms.nonce : undefined;
    const expected = chainsOf(intent, job);
    return objections(
      chainId !== chain.chainId &&
        reject('the bytes are for another chain', { chainId: chainId?.toString(), configured: `${chain.chainId}` }),
      (unsigned.chain !== chain.name || !expected.includes(chain.name)) &&
        reject('the transaction is for another chain than it should be', {
          chain: chain.name,
          expected: expected.join(),
        }),
      type !== chain.transactionType && reject('the transaction type is not the chain’s', { type }),
      target === undefined && reject('the bytes create a contract'),
      extras.length > 0 && reject('the bytes carry more than a call', { extras: extras.join() }),
      nonce !== leased && reject('the bytes are not under the leased nonce', { nonce, leased }),
      !sameAddress('evm', unsigned.account, lease.account) &&
        reject('the account is not the leased one', { account: unsigned.account, leased: lease.account }),
      !sameAddress('evm', job.wallet.address, lease.account) &&
        reject('the leased account is not the job’s wallet', { account: lease.account, wallet: job.wallet.address }),
    );
  },
};

/** Where a transaction belongs: a claim to the destination; a cancel takes the place of what it cancels, wherever that is. */
export function chainsOf({ kind }: Intent, { from, to }: Job): ChainName[] {
  switch (kind) {
    case 'swap':
    case 'approve':
    case 'revoke':
    case 'refund':
      return [from.chain];
    case 'claim':
      return [to.chain];
    case 'cancel':
      return [from.chain, to.chain];
    default:
      return assertNever(kind, 'intent');
  }
}
