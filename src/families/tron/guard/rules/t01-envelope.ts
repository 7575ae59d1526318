import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { sameAddress } from '../../../../guard/same-address.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T01. The bytes are one call of a contract and nothing else, by the leased account under its
 * owner's permission. All other types of contract (permission updates, delegations) are refused. A
 * deposit may be a plain transfer too, and carry a memo.
 */
export const tronEnvelope: Rule<TronEffects> = {
  id: 'T01',
  check({ contractType, owner, permissionId, extras }, request) {
    const { intent, lease } = request;
    const isDeposit = intent.kind === 'deposit';
    const types = isDeposit
      ? ['TriggerSmartContract', 'TransferContract']
      : ['TriggerSmartContract'];
    // What the memo of a deposit says is for D03.
    const more = extras.filter((extra) => !(isDeposit && extra === 'data'));
    return [
      ...findingsOf(
        intent.kind === 'cancel' && reject('nothing on TRON takes the place of a transaction'),
        !types.includes(contractType) &&
          reject('the bytes are no call of a contract', { type: contractType }),
        !sameAddress('tron', owner, lease.account) &&
          reject('the bytes are of another account than the leased one', {
            owner,
            leased: lease.account,
          }),
        permissionId !== 0n &&
          reject('the bytes are under another permission than the owner’s', { permissionId }),
        more.length > 0 && reject('the bytes carry more than a call', { extras: more.join() }),
      ),
      ...belongingFindings('tron', request),
    ];
  },
};
