import { objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';
import { chainsOf } from './envelope.ts';

/**
 * S02. The leased account pays the fee, and whoever else has to sign has signed exactly these bytes already: our signature is the last
 * one. Who they are does not matter: their signatures give away what is theirs, and what is ours the other rules look after.
 */
export const solanaSigners: Rule<'solana'> = {
  id: 'S02',
  families: ['solana'],
  intents: ['swap', 'approve', 'revoke', 'cancel', 'refund', 'claim'],
  check({ feePayer, cosigners }, { intent, chain, lease, unsigned, job }) {
    const expected = chainsOf(intent, job);
    const missing = cosigners.filter(({ hasSigned }) => !hasSigned);
    return objections(
      !sameAddress('solana', feePayer, lease.account) &&
        reject('another account pays the fee', { feePayer, leased: lease.account }),
      missing.length > 0 &&
        reject('others have not signed these bytes', { missing: missing.map(({ address }) => address).join() }),
      (unsigned.chain !== chain.name || !expected.includes(chain.name)) &&
        reject('the transaction is for another chain than it should be', {
          chain: chain.name,
          expected: expected.join(),
        }),
      !sameAddress('solana', unsigned.account, lease.account) &&
        reject('the account is not the leased one', { account: unsigned.account, leased: lease.account }),
      !sameAddress('solana', job.wallet.address, lease.account) &&
        reject('the leased account is not the job’s wallet', { account: lease.account, wallet: job.wallet.address }),
    );
  },
};
