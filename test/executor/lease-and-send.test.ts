import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { leaseAndSend } from '../../src/executor/effects/lease-and-send.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import { account, aReadyOrder, aSnapshot, aSwap, noon, target, usdc } from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const signBy = noon + 15_000;
const transaction = { family: 'evm', to: target, data: '0x', value: 0n } as const;
const rejected = {
  kind: 'reject',
  findings: [{ rule: 'N01', message: 'the bytes are valid for too long', facts: {} }],
};

/**
 * What becomes of one payment of an order that may be signed until 15 s after noon, which the guard
 * rejects.
 */
async function send({ begins = noon, pausedFor = 0 }: { begins?: number; pausedFor?: number }) {
  let now = begins;
  const order = aReadyOrder({ signBy });
  const snapshot = aSnapshot({ swap: aSwap({ state: 'quoted' }), order });
  const lease = vi.fn(async () => ({
    kind: 'leased',
    leaseId: 'l-1',
    terms: { kind: 'nonce', nonce: 0n },
  }));
  const voidLease = vi.fn(async (_request: unknown) => undefined);
  const adapter = {
    chain: { family: 'evm', nativeToken: { address: 'native', symbol: 'ETH', decimals: 18 } },
    accounts: { kind: 'listed' },
    valueOf: () => 0n,
    prepare: async () => ({}),
    simulate: async () => ({}),
  };
  const context = {
    chains: new Map([['ETH', adapter]]),
    journal: {
      lease,
      voidLease,
      ...recognizedJournal,
    },
    signingLog: emptyLog,
    prices: { read: async () => ({ at: 0, tokens: [] }) },
    guard: { judge: () => rejected, caps: [], capsOf: () => undefined },
    jobSeals: trustingSeals,
    policy: {},
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
    checkpoint: async (point: string) => {
      if (point === 'lease-taken') now += pausedFor;
    },
  };
  const planned = {
    kind: 'swap' as const,
    chain: 'ETH',
    orderId: order.id,
    transaction: () => transaction,
    intent: () => ({ kind: 'swap' as const, order }),
    fee: { family: 'evm' as const, gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    balances: { account, block: 1n, balances: new Map([[usdc, 1n]]) },
  };
  const observation = await leaseAndSend(
    context as unknown as ExecutorContext<SendStores>,
    {
      snapshot,
      planned,
    } as never,
  );
  return { observation, lease, voidLease };
}

it('says what the guard objects to while the order may be signed', async () => {
  const { observation, voidLease } = await send({});
  expect(observation).toMatchObject({ kind: 'judged', verdict: 'reject' });
  expect(voidLease).toHaveBeenCalledTimes(1);
});

it('asks for another order, and fails for nothing, where a process has slept over the end of the one that it has', async () => {
  const { observation, voidLease } = await send({ pausedFor: 21_000 });
  expect(observation).toEqual({ kind: 'none' });
  expect(voidLease.mock.calls).toMatchObject([[{ leaseId: 'l-1' }]]);
});

it('leases nothing for an order whose end is past', async () => {
  const { observation, lease } = await send({ begins: signBy });
  expect(observation).toEqual({ kind: 'none' });
  expect(lease).not.toHaveBeenCalled();
});
