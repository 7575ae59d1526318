import { assertNever } from '../../core/assert-never.ts';
import { ofFamily } from '../../core/of-family.ts';
import type { TransactionObject } from '../../core/transaction-object.ts';
import type { EffectsOf } from '../../families/effects.ts';
import type { GuardRequest, Intent } from '../../ports/guard.ts';
import { type Objection, objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** G11. The bytes are what was decided on, to the last one: the router's call, or our own payment of a deposit, or for a cancel nothing sent to oneself. */
export const assembly: Rule<'evm'> = {
  id: 'G11',
  check: assemblyObjections,
};

export function assemblyObjections(
  { family, target, data, value }: EffectsOf<'evm' | 'tron'>,
  { intent, lease }: GuardRequest,
): Objection[] {
  const decided = decidedCall(intent, lease.account);
  if (!decided) return [reject('the order has no transaction')];
  const call = family === 'evm' ? ofFamily(decided, 'evm') : ofFamily(decided, 'tron');
  return objections(
    !sameAddress(family, target, call.to) && reject('the bytes call another address', { target, decided: call.to }),
    data !== call.data.toLowerCase() && reject('the bytes carry another calldata', { data: data.slice(0, 138) }),
    value !== call.value && reject('the bytes send another value', { value, decided: call.value }),
  );
}

export function decidedCall(intent: Intent, account: string): TransactionObject | undefined {
  switch (intent.kind) {
    case 'swap':
    case 'deposit':
      return intent.order.transaction;
    case 'refund':
    case 'claim':
      return intent.transaction;
    case 'cancel':
      return { family: 'evm', to: account, data: '0x', value: 0n };
    case 'boost':
      // Nobody calls anything in the place of another call.
      return undefined;
    case 'approve':
    case 'revoke':
      // Judged by E04, which builds the call itself.
      return undefined;
    default:
      return assertNever(intent, 'intent');
  }
}
