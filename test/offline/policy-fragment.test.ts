import { expect, it } from 'vitest';
import { policyFragment } from '../../src/offline/policy-fragment.ts';

it('names what a Solana or TON function belongs to, and no function', () => {
  const program = 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq';
  const contract = `0:${'11'.repeat(32)}`;
  const called = { kind: 'function', provider: 'dex', lacks: { what: 'minimum' } } as const;
  const { chains } = policyFragment([
    {
      ...{ provider: 'dex', swapType: 'on-chain', refusals: [] },
      items: [
        { kind: 'program', chain: 'SOLANA', address: program },
        { ...called, chain: 'SOLANA', address: program, selector: '0x0100bca065010000' },
        { ...called, chain: 'TON', address: contract, selector: '0x25938561' },
      ],
    },
  ]);
  expect(chains).toEqual({
    SOLANA: { programs: [program] },
    TON: { destinations: [contract] },
  });
});
