import { ofFamily } from '../../../../core/swap/of-family.ts';
import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import type { EvmEffects } from '../effects.ts';

/**
 * E01. The bytes are a plain call on the configured chain only, from the leased account, under the
 * leased nonce.
 */
export const envelope: Rule<EvmEffects> = {
  id: 'E01',
  check({ chainId, type, target, nonce, extras }, request) {
    const { lease } = request;
    const chain = ofFamily(request.chain, 'evm');
    const leased = lease.terms.kind === 'nonce' ? lease.terms.nonce : undefined;
    return [
      ...findingsOf(
        chainId !== chain.chainId &&
          reject('the bytes are for another chain', {
            chainId: chainId?.toString(),
            configured: `${chain.chainId}`,
          }),
        type !== chain.transactionType &&
          reject('the transaction type is not the one configured for the chain', { type }),
        target === undefined && reject('the bytes create a contract'),
        extras.length > 0 && reject('the bytes carry more than a call', { extras: extras.join() }),
        nonce !== leased && reject('the bytes do not use the leased nonce', { nonce, leased }),
      ),
      ...belongingFindings('evm', request),
    ];
  },
};
