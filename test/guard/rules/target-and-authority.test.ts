import { describe } from 'vitest';
import { objects } from '../objects.ts';
import { account, aSwapRequest, attacker, cleanSwap, target, usdc } from '../scenario.ts';
import { wrap } from '../special-swaps.ts';

describe('target and call', () => {
  const code = (address: string, facts: { hasCode: boolean; isToken: boolean }) => ({
    inspected: new Map([...cleanSwap().inspected, [address, facts]]),
  });
  const contract = { hasCode: true, isToken: false };
  objects([
    {
      rule: 'E02',
      what: 'a target without code',
      request: () => aSwapRequest({ simulation: code(target, { hasCode: false, isToken: false }) }),
    },
    {
      rule: 'E02',
      what: 'a target that nobody inspected',
      request: () => aSwapRequest({ call: { to: attacker } }),
    },
    {
      rule: 'E02',
      what: 'a token as target',
      request: () => aSwapRequest({ simulation: code(target, { hasCode: true, isToken: true }) }),
    },
    {
      rule: 'E02',
      what: 'the source token as target, even where it does not look like a token',
      request: () => aSwapRequest({ call: { to: usdc }, simulation: code(usdc, contract) }),
    },
    {
      rule: 'E02',
      what: 'the wallet itself as target',
      request: () => aSwapRequest({ call: { to: account }, simulation: code(account, contract) }),
    },
    {
      rule: 'E02',
      what: 'the wrapped coin called for something else',
      request: () => wrap({ data: '0x2e1a7d4d' }),
    },
    {
      rule: 'E03',
      what: 'a call of no function',
      request: () => aSwapRequest({ call: { data: '0x' } }),
    },
    {
      rule: 'E03',
      what: 'permission for everything',
      request: () => aSwapRequest({ call: { data: '0xa22cb465' } }),
    },
    {
      rule: 'E03',
      what: 'a transfer from a contract that says it is no token',
      request: () => aSwapRequest({ call: { data: '0xa9059cbb' } }),
    },
  ]);
});
