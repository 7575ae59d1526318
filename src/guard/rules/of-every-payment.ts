import { orderRules } from '../judge-order.ts';
import type { Rule } from '../rule.ts';
import { addresses } from './g05-addresses.ts';
import { binding } from './g06-binding.ts';
import { recipients } from './g10-recipients.ts';

/** Rules about the order of a payment: the same on every family, whatever its bytes. */
export const rulesOfEveryPayment: readonly Rule[] = [addresses, binding, recipients, ...orderRules];
