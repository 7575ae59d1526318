import { belongingFindings } from '../../../../guard/belonging.ts';
import { isListed } from '../../../../guard/is-listed.ts';
import { admittedOn } from '../../../../guard/policy/guard-policy.ts';
import { findingsOf, hold, type Rule, reject } from '../../../../guard/rule.ts';
import { sameAddress } from '../../../../guard/same-address.ts';
import type { SolanaEffects } from '../effects.ts';

/**
 * S02. The leased account pays the fee. Every other required signer has already signed exactly
 * these bytes, so the wallet's signature is the last one, and the policy names it.
 */
export const solanaSigners: Rule<SolanaEffects> = {
  id: 'S02',
  check({ feePayer, cosigners }, request) {
    const { lease, chain, guardPolicy } = request;
    const { cosigners: named } = admittedOn(guardPolicy, chain.name);
    const missing = cosigners.filter(({ hasSigned }) => !hasSigned);
    return [
      ...findingsOf(
        !sameAddress('solana', feePayer, lease.account) &&
          reject('another account pays the fee', { feePayer, leased: lease.account }),
        missing.length > 0 &&
          reject('another required signer has not signed these bytes', {
            missing: missing.map(({ address }) => address).join(),
          }),
      ),
      ...cosigners
        .filter(({ address }) => !isListed('solana', named, address))
        .map(({ address }) =>
          hold(
            { kind: 'cosigner', chain: chain.name, address },
            'the policy does not name another signer of the transaction',
            { signer: address },
          ),
        ),
      ...belongingFindings('solana', request),
    ];
  },
};
