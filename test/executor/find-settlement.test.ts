import { expect, it } from 'vitest';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { findSettlement } from '../../src/executor/effects/find-settlement.ts';
import type { AttributionStore } from '../../src/ports/stores/attribution-store.ts';
import { aJob, anOrder, aSnapshot, aSwap, noon } from '../support/snapshot.ts';

const { to, amount, ...rest } = aJob({ flow: 'deposit-by-hand' });
const job = { ...rest, amount, to: { ...to, reportedOnly: true as const } };
const routerStatus = {
  ...{ status: 'SUCCESS', at: noon, firstAskedAt: noon, since: noon },
  destination: { chain: to.chain, txId: '0123456789abcdef0123' },
};

/**
 * The finding if this amount was paid manually and the provider reports a payout on a chain that is
 * not configured.
 */
async function foundFor(paid: bigint) {
  const came = {
    txId: '0xaa',
    index: 0,
    block: { number: 5n, hash: '0x5' },
    final: true,
    at: noon,
  };
  const snapshot = aSnapshot({
    swap: aSwap({ job, state: 'settling', routerStatus }),
    order: anOrder({ deposit: { address: '0xd', amount, exchangeId: 'x' }, goodUntil: noon }),
    manualPayments: [{ ...came, amount: paid }],
  });
  const context = {
    checkpoint: async () => undefined,
  } as unknown as ExecutorContext<AttributionStore>;
  return findSettlement(context, snapshot, { kind: 'find_settlement', look: 'payout' });
}

it('takes no promise for kept where less was paid for it than it was made for', async () => {
  expect(await foundFor(amount)).toMatchObject({
    finding: { kind: 'found', level: 'router-reported' },
  });
  expect(await foundFor(amount - 1n)).toMatchObject({ finding: { kind: 'unseen' } });
});
