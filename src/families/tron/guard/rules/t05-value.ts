import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { valueFindings } from '../../../../guard/rules/e06-value.ts';
import type { TronEffects } from '../effects.ts';

/** T05. The coins sent along are what E06 allows on EVM, and no TRC-10 tokens are sent. */
export const tronValue: Rule<TronEffects> = {
  id: 'T05',
  check(effects, request) {
    const { tokenValue, tokenId } = effects;
    const { kind } = request.intent;
    return [
      ...findingsOf(
        (tokenValue !== 0n || tokenId !== 0n) &&
          reject('TRC-10 tokens are sent along', { tokenId, value: tokenValue }),
      ),
      // That an approval sends none T03 says.
      ...(kind === 'approve' || kind === 'revoke' ? [] : valueFindings(effects, request)),
    ];
  },
};
