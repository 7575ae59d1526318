import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { sameAddress } from '../../../../guard/same-address.ts';
import type { SolanaEffects } from '../effects.ts';

/**
 * S02. The leased account pays the fee. Every other required signer has already signed exactly
 * these bytes, so the wallet's signature is the last one. Any signer is allowed: its signature can
 * only give away its own assets, and the other rules protect the wallet's.
 */
export const solanaSigners: Rule<SolanaEffects> = {
  id: 'S02',
  check({ feePayer, cosigners }, request) {
    const { lease } = request;
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
      ...belongingFindings('solana', request),
    ];
  },
};
