import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { TokenAddress } from '../../core/swap/chains.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { judgeNeedRow } from './judge-allowance.ts';
import type { LeaseFacts } from './read-lease.ts';

/**
 * What the wallet lacks for the step: balance, balance that is not reserved, or the allowance of a
 * payment.
 */
export function findShortage(
  request: LeaseRequest,
  { funds, needed }: LeaseFacts,
): LeaseRefusal | undefined {
  const held = new Map(funds.map((one) => [one.token, one]));
  const needs = request.reserve.map(({ token, amount }) => {
    const { balance = '0', reserved = '0' } = held.get(token) ?? {};
    return { token, needed: amount, balance: BigInt(balance), reserved: BigInt(reserved) };
  });
  const lacking = needs.find((one) => one.balance < one.needed);
  if (lacking) {
    const { balance: available, needed: amount, token } = lacking;
    return {
      kind: 'insufficient',
      what: isGas(request, token) ? 'gas' : 'balance',
      available,
      needed: amount,
    };
  }
  const taken = needs.find((one) => one.balance - one.reserved < one.needed);
  if (taken)
    return { kind: 'reserved', available: taken.balance - taken.reserved, needed: taken.needed };
  return request.need && judgeNeedRow(request.need, needed ?? null);
}

/** The native coin pays only fees if the step pays in a token, or pays nothing. */
function isGas({ nativeToken, kind, reserve }: LeaseRequest, token: TokenAddress): boolean {
  return (
    token === nativeToken &&
    (!isPayment(kind) || reserve.some((other) => other.token !== nativeToken))
  );
}
