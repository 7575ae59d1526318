import { expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SwapName } from '../../../src/core/swap/job-seal.ts';
import { sendBatch } from '../../../src/executor/batching/send-batch.ts';
import type { SwapStep } from '../../../src/executor/effects/swap-step.ts';
import { emptyLog, recognizedJournal } from '../../support/recognized-journal.ts';
import { aReadyOrder, aSnapshot, aSwap, noon } from '../../support/snapshot.ts';

const nameOf = (id: string): SwapName => ({ swapId: id as SwapId, idempotencyKey: `key of ${id}` });

function paymentOf(id: string, retries: readonly SwapName[] = []): SwapStep {
  const order = aReadyOrder();
  const { swapId, idempotencyKey } = nameOf(id);
  const origin = { submittedAt: noon, retries };
  const seal = { version: 2, keyId: 'k', by: 'library', signature: 's', ...origin } as const;
  const swap = aSwap({ id: swapId, idempotencyKey, seal, state: 'quoted' });
  return {
    snapshot: aSnapshot({ swap, order }),
    planned: {
      kind: 'swap',
      chain: 'ETH',
      orderId: order.id,
      transaction: () => ({}),
      balances: { balances: new Map() },
      fee: { family: 'evm', gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    },
  } as never;
}

/** For which swaps a lease is asked for, and which are left out with which code. */
async function batch(...payments: SwapStep[]) {
  const leased: string[] = [];
  const refused = { kind: 'refused', refusal: { kind: 'stopped', code: 'X', message: 'x' } };
  const context = {
    chains: new Map([
      [
        'ETH',
        {
          chain: { family: 'evm', nativeToken: { address: 'native' } },
          accounts: { kind: 'listed' },
          valueOf: () => 0n,
        },
      ],
    ]),
    journal: {
      ...recognizedJournal,
      lease: async ({ swapId }: { swapId: string }) => {
        leased.push(swapId);
        return refused;
      },
    },
    signingLog: emptyLog,
    guard: { caps: [], capsOf: () => undefined },
    policy: {},
    clock: { now: () => noon },
  };
  const outcomes = await sendBatch(context as never, payments);
  const codes = [...outcomes].flatMap(([id, outcome]) =>
    'error' in outcome ? [`${id} ${(outcome.error as { code?: string }).code}`] : [],
  );
  return { leased, codes };
}

it('pays no two swaps in one transaction of which one retries the other, whatever their rows say', async () => {
  const [old, retry] = [paymentOf('s-1'), paymentOf('s-2', [nameOf('s-1')])];
  expect(await batch(old, retry)).toEqual({ leased: ['s-1'], codes: ['s-2 PAYMENT_MAY_LAND'] });
  expect(await batch(retry, old)).toEqual({ leased: ['s-2'], codes: ['s-1 PAYMENT_MAY_LAND'] });
});

it('pays no two retries of one swap in one transaction', async () => {
  const [one, other] = [paymentOf('s-2', [nameOf('s-1')]), paymentOf('s-3', [nameOf('s-1')])];
  expect(await batch(one, paymentOf('s-4'), other)).toEqual({
    leased: ['s-2', 's-4'],
    codes: ['s-3 PAYMENT_MAY_LAND'],
  });
});
