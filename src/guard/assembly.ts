import { assertNever } from '../core/assert-never.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { Intent } from '../ports/guard.ts';
import type { CallEffects } from './effects.ts';
import { findingsOf, type RuleFinding, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

/** The bytes are exactly the call that was decided on. A finding if `decided` is absent. */
export function assemblyFindings(
  { family, target, data, value }: CallEffects,
  decided: { to: string; data: string; value: bigint } | undefined,
): RuleFinding[] {
  if (!decided) return [reject('the order has no transaction')];
  return findingsOf(
    !sameAddress(family, target, decided.to) &&
      reject('the bytes call another address', { target, decided: decided.to }),
    data !== decided.data.toLowerCase() &&
      reject('the bytes carry another calldata', { data: data.slice(0, 138) }),
    value !== decided.value &&
      reject('the bytes send another value', { value, decided: decided.value }),
  );
}

/** The transaction that was decided on. @param cancel the family's cancel, if it has one */
export function decidedTransaction(
  intent: Intent,
  cancel?: TransactionObject,
): TransactionObject | undefined {
  switch (intent.kind) {
    case 'swap':
    case 'deposit':
      return intent.order.transaction;
    case 'refund':
    case 'claim':
      return intent.transaction;
    case 'cancel':
      return cancel;
    case 'boost':
      // A CPFP child is no call.
      return undefined;
    case 'approve':
    case 'revoke':
      // Judged by its own rule, which builds the call itself.
      return undefined;
    default:
      return assertNever(intent, 'intent');
  }
}
