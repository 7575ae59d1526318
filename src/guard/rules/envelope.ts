import { objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** E01. The bytes are a plain call, on the configured chain only, of the leased account under the leased nonce. */
export const envelope: Rule = {
  id: 'E01',
  families: ['evm'],
  intents: ['swap', 'approve', 'revoke', 'cancel'],
  check({ chainId, type, target, nonce, extras }, { chain, lease, unsigned, job }) {
    return objections(
      chainId !== chain.chainId &&
        reject('the bytes are for another chain', { chainId: chainId?.toString(), configured: `${chain.chainId}` }),
      (unsigned.chain !== chain.name || job.from.chain !== chain.name) &&
        reject('the transaction is not for the source chain', { chain: chain.name, from: job.from.chain }),
      type !== chain.transactionType && reject('the transaction type is not the chain’s', { type }),
      target === undefined && reject('the bytes create a contract'),
      extras.length > 0 && reject('the bytes carry more than a call', { extras: extras.join() }),
      nonce !== lease.nonce && reject('the bytes are not under the leased nonce', { nonce, leased: lease.nonce }),
      !sameAddress(unsigned.account, lease.account) &&
        reject('the account is not the leased one', { account: unsigned.account, leased: lease.account }),
      !sameAddress(job.wallet.address, lease.account) &&
        reject('the leased account is not the job’s wallet', { account: lease.account, wallet: job.wallet.address }),
    );
  },
};
