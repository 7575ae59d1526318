import { objections, type Rule, reject } from '../rule.ts';
import { valueObjections } from './value.ts';

/**
 * T04. The fee limit in the bytes is the one that was estimated. How high that may be, bandwidth included, E07 says: a limit is there to be
 * burnt by a call that fails.
 */
export const tronFeeLimit: Rule<'tron'> = {
  id: 'T04',
  families: ['tron'],
  intents: ['swap', 'approve', 'revoke', 'cancel', 'refund', 'claim'],
  check: ({ feeLimit, estimatedFeeLimit }) =>
    objections(
      feeLimit !== estimatedFeeLimit &&
        reject('the fee limit is not the one that was estimated', { feeLimit, estimated: estimatedFeeLimit }),
      feeLimit <= 0n && reject('there is no fee limit', { feeLimit }),
    ),
};

/** T05. The coins sent along are what E06 allows on EVM; of TRC-10 tokens none are. */
export const tronValue: Rule<'tron'> = {
  id: 'T05',
  families: ['tron'],
  intents: ['swap', 'approve', 'revoke', 'refund', 'claim'],
  check(effects, request) {
    const { tokenValue, tokenId } = effects;
    const { kind } = request.intent;
    return [
      ...objections(
        (tokenValue !== 0n || tokenId !== 0n) && reject('TRC-10 tokens are sent along', { tokenId, value: tokenValue }),
      ),
      // That an approval sends none T03 says.
      ...(kind === 'approve' || kind === 'revoke' ? [] : valueObjections(effects, request)),
    ];
  },
};

/** Milliseconds for which a transaction may stay usable. The protocol would allow a day, in which nobody knows whether it comes yet. */
const longestValidity = 600_000n;

/** T06. The bytes stop being valid soon, at the moment that the lease will go by, and name a block as their reference. */
export const tronExpiry: Rule<'tron'> = {
  id: 'T06',
  families: ['tron'],
  intents: ['swap', 'approve', 'revoke', 'cancel', 'refund', 'claim'],
  check: ({ expiration, expires, timestamp, referenceBytes, referenceHash }, { lease }) =>
    objections(
      lease.terms.kind !== 'expiry' && reject('the lease is not one that expires', { lease: lease.terms.kind }),
      expiration !== expires && reject('the bytes expire at another time than the lease', { expiration, expires }),
      (expiration <= timestamp || expiration - timestamp > longestValidity) &&
        reject('the bytes are valid for too long', { expiration, timestamp }),
      (referenceBytes.length !== 4 || referenceHash.length !== 16) &&
        reject('the bytes name no reference block', { referenceBytes, referenceHash }),
    ),
};
