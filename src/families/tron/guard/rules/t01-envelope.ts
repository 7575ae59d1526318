import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { sameAddress } from '../../../../guard/same-address.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T01. The bytes are a single contract call from the leased account under its owner permission. All
 * other contract types (permission updates, delegations) are refused. A deposit may also be a plain
 * transfer, and carry a memo.
 */
export const tronEnvelope: Rule<TronEffects> = {
  id: 'T01',
  check({ contractType, owner, permissionId, extras }, request) {
    const { intent, lease } = request;
    const isDeposit = intent.kind === 'deposit';
    const types = isDeposit
      ? ['TriggerSmartContract', 'TransferContract']
      : ['TriggerSmartContract'];
    // Rule D03 checks the memo of a deposit.
    const more = extras.filter((extra) => !(isDeposit && extra === 'data'));
    return [
      ...findingsOf(
        intent.kind === 'cancel' && reject('a TRON transaction cannot be replaced'),
        !types.includes(contractType) &&
          reject('the bytes are not a contract call', { type: contractType }),
        !sameAddress('tron', owner, lease.account) &&
          reject('the bytes are from another account than the leased one', {
            owner,
            leased: lease.account,
          }),
        permissionId !== 0n &&
          reject('the bytes use another permission than the owner permission', { permissionId }),
        more.length > 0 && reject('the bytes carry more than a call', { extras: more.join() }),
      ),
      ...belongingFindings('tron', request),
    ];
  },
};
