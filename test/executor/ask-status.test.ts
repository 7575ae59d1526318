import { expect, it, vi } from 'vitest';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { askStatus } from '../../src/executor/effects/ask-status.ts';
import { aLease, anAttempt, aReadyOrder, aSnapshot, aStep, aSwap, final } from '../support/snapshot.ts';

const payment = aStep({ outcome: 'landed', lease: aLease([anAttempt({ inclusion: final })], { state: 'consumed' }) });
const snapshot = aSnapshot({ swap: aSwap({ state: 'settling' }), order: aReadyOrder(), steps: [payment] });

/** What is recorded when the routing service names this as the destination transaction. */
async function recorded(destinationTxId: string): Promise<unknown> {
  const recordStatus = vi.fn(async (_request: unknown) => undefined);
  const context = {
    router: { status: async () => ({ status: 'SUCCESS', destinationTxId, raw: {} }) },
    chains: new Map([['ETH', { parseTxId: (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : undefined) }]]),
    journal: { recordStatus },
    checkpoint: async () => undefined,
  };
  await askStatus(context as unknown as ExecutorContext, snapshot, payment);
  return recordStatus.mock.calls[0]?.[0];
}

it('keeps the destination transaction under the one name that its chain has for it', async () => {
  expect(await recorded('0xAB')).toMatchObject({ status: 'SUCCESS', destination: { chain: 'ETH', txId: '0xab' } });
});

it('takes for no hint what names no transaction', async () => {
  expect(await recorded('soon')).not.toHaveProperty('destination');
});
