import { judgeFunds } from '../../core/decide/judge-funds.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
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
  const shortage = judgeFunds(needs, request);
  return shortage ?? (request.need && judgeNeedRow(request.need, needed ?? null));
}
