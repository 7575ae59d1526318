import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { shortfallFindings, valueFindings } from '../../../../guard/rules/e06-value.ts';
import type { TronEffects } from '../effects.ts';

/** T05. The coins sent are what E06 allows on EVM, and no TRC-10 tokens are sent. */
export const tronValue: Rule<TronEffects> = {
  id: 'T05',
  check(effects, request) {
    const { tokenValue, tokenId } = effects;
    const { kind } = request.intent;
    return [
      ...findingsOf(
        (tokenValue !== 0n || tokenId !== 0n) &&
          reject('the bytes send TRC-10 tokens', { tokenId, value: tokenValue }),
      ),
      // T03 checks that approvals send no coins.
      ...(kind === 'approve' || kind === 'revoke'
        ? []
        : [...valueFindings(effects, request), ...shortfallFindings(effects, request)]),
    ];
  },
};
