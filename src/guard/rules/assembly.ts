import { objections, type Rule, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** G11. The bytes are what was decided on, to the last one: the order's call, or for a cancel nothing sent to oneself. */
export const assembly: Rule = {
  id: 'G11',
  families: ['evm'],
  intents: ['swap', 'cancel'],
  check({ target, data, value }, { intent, lease }) {
    if (intent.kind !== 'swap' && intent.kind !== 'cancel') return [];
    const call = intent.kind === 'swap' ? intent.order.transaction : { to: lease.account, data: '0x', value: 0n };
    if (!call) return [reject('the order has no transaction')];
    return objections(
      !sameAddress(target, call.to) && reject('the bytes call another address', { target, decided: call.to }),
      data !== call.data.toLowerCase() && reject('the bytes carry another calldata', { data: data.slice(0, 138) }),
      value !== call.value && reject('the bytes send another value', { value, decided: call.value }),
    );
  },
};
