import { objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';
import { belongingObjections } from './belonging.ts';

/**
 * T01. The bytes are one call of a contract and nothing else, by the leased account under its owner's permission. Of all other types of
 * contract (transfers, permission updates, delegations) nothing is decided here, so none is signed.
 */
export const tronEnvelope: Rule<'tron'> = {
  id: 'T01',
  families: ['tron'],
  intents: ['swap', 'approve', 'revoke', 'cancel', 'refund', 'claim'],
  check({ contractType, owner, permissionId, extras }, request) {
    const { intent, lease } = request;
    return [
      ...objections(
        intent.kind === 'cancel' && reject('nothing on TRON takes the place of a transaction'),
        contractType !== 'TriggerSmartContract' &&
          reject('the bytes are no call of a contract', { type: contractType }),
        !sameAddress('tron', owner, lease.account) &&
          reject('the bytes are of another account than the leased one', { owner, leased: lease.account }),
        permissionId !== 0n && reject('the bytes are under another permission than the owner’s', { permissionId }),
        extras.length > 0 && reject('the bytes carry more than a call', { extras: extras.join() }),
      ),
      ...belongingObjections('tron', request),
    ];
  },
};
