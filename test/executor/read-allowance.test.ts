import { expect, it } from 'vitest';
import { makeOrder } from '../../src/executor/effects/make-order.ts';
import {
  aLease,
  anAttempt,
  aSnapshot,
  aStep,
  aSwap,
  included,
  spender,
  usdc,
} from '../support/snapshot.ts';

/** What becomes of a read at a block after the swap's approve is included in block 120. */
function readAt(block: bigint) {
  const lease = aLease([anAttempt({ inclusion: included, progressed: true })]);
  const approve = aStep({ kind: 'approve', lease });
  const snapshot = aSnapshot({
    steps: [approve],
    allowance: {
      ...{ token: usdc, spender, signedNeeds: 0n },
      approving: { stepId: approve.id, swapId: aSwap().id },
    },
  });
  const context = {
    chains: new Map([
      ['ETH', { chain: { name: 'ETH' }, allowances: { read: async () => ({ value: 0n, block }) } }],
    ]),
    journal: { recordAllowance: async () => [] },
    checkpoint: async () => undefined,
  };
  return makeOrder(context as never, snapshot, { kind: 'read_allowance', token: usdc, spender });
}

it('waits for an endpoint that does not have the block of the approve, instead of reading on', async () => {
  const { number } = included.block;
  await expect(readAt(number - 1n)).rejects.toMatchObject({ code: 'RPC_BEHIND', next: 'retry' });
  expect(await readAt(number)).toEqual({ kind: 'none' });
});
