import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { StepKind } from '../../src/core/swap/swap.ts';
import { sendBatch } from '../../src/executor/batching/send-batch.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { leaseAndSend } from '../../src/executor/effects/lease-and-send.ts';
import { replaceAttempt } from '../../src/executor/effects/replace-attempt.ts';
import type { SwapStep } from '../../src/executor/effects/swap-step.ts';
import type { Signature } from '../../src/ports/stores/stop-store.ts';
import { adapterSigner } from '../support/adapter-signer.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import {
  account,
  anAttempt,
  aPaidSnapshot,
  aReadyOrder,
  aSnapshot,
  aSwap,
  noon,
  target,
  usdc,
} from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const transaction = { family: 'evm', to: target, data: '0x', value: 0n } as const;
const fee = { family: 'evm', gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } as const;

/** A worker whose person stops signing after the guard has allowed a transaction, before it is signed. */
function world(child = false) {
  const told: string[] = [];
  const asked: Signature[] = [];
  let isStopped = false;
  const adapter = {
    chain: {
      family: 'evm',
      name: 'ETH',
      maxNetworkFee: 10n ** 18n,
      nativeToken: { address: 'native', symbol: 'ETH', decimals: 18 },
    },
    accounts: { kind: 'listed' },
    valueOf: () => 0n,
    prepare: async () => ({ family: 'evm', chain: 'ETH', account, bytes: '0x01', fee }),
    simulate: async () => ({}),
    estimateFee: async () => fee,
    head: async () => ({ latest: 1n, final: 1n }),
    async sign() {
      told.push('signed');
      return { chain: 'ETH', txId: '0xbb', bytes: '0x02' };
    },
    async broadcast() {
      told.push('sent');
      return { kind: 'accepted' };
    },
    batching: { join: () => transaction, sumFees: () => fee },
    replacement: {
      raise: child
        ? {
            kind: 'child',
            enlargedOf: async () => undefined,
            childOf: async () => ({
              terms: { kind: 'outpoints', outpoints: [] },
              transaction,
              fee,
            }),
          }
        : { kind: 'again', transactionOf: () => transaction },
      cancelTransaction: async () => transaction,
      replacementFee: async () => fee,
    },
  };
  const leased = {
    kind: 'leased',
    leaseId: 'l-1',
    terms: { kind: 'nonce', nonce: 0n },
  };
  const context = {
    chains: new Map([['ETH', adapter]]),
    journal: {
      ...recognizedJournal,
      lease: async () => leased,
      joinLease: async () => leased,
      async voidLease({ reason }: { reason: { code: string } }) {
        told.push(`void ${reason.code}`);
      },
      async stopOfSignature(signature: Signature) {
        asked.push(signature);
        return isStopped ? { code: 'SIGNING_STOPPED', message: 'for all' } : undefined;
      },
      async commit() {
        told.push('committed');
        return { kind: 'refused', why: 'stopped' };
      },
      wallets: async () => [{ id: 'w-1', keyRef: 'key' }],
    },
    signingLog: emptyLog,
    signer: adapterSigner(adapter),
    jobSeals: trustingSeals,
    prices: { read: async () => ({ at: 0, tokens: [] }) },
    guard: {
      judge: () => ({ kind: 'allow' }),
      judgeShared: () => ({ kind: 'allow' }),
      caps: [],
      capsOf: () => undefined,
    },
    policy: defaultPolicy,
    clock: { now: () => noon },
    logger: pino({ level: 'silent' }),
    async checkpoint(point: string) {
      if (point === 'transaction-judged') isStopped = true;
    },
  } as unknown as ExecutorContext<SendStores>;
  return { told, asked, context };
}

function stepOf(kind: Exclude<StepKind, never>, id = 's-1'): SwapStep {
  const order = aReadyOrder();
  return {
    snapshot: aSnapshot({
      swap: aSwap({ id: id as never, idempotencyKey: `key of ${id}`, state: 'quoted' }),
      order,
    }),
    planned: {
      kind,
      chain: 'ETH',
      orderId: order.id,
      transaction: () => transaction,
      intent: () => ({ kind: 'swap', order }),
      fee,
      balances: { block: 1n, balances: new Map([[usdc, 1n]]) },
    },
  };
}

describe('a stop between judgement and signature prevents the signature of', () => {
  const kinds = ['swap', 'deposit', 'approve', 'revoke', 'refund', 'claim'] as const;
  it.each(kinds)('a new %s, and its lease goes back', async (kind) => {
    const { told, asked, context } = world();
    expect(await leaseAndSend(context, stepOf(kind))).toEqual({ kind: 'none' });
    expect(told).toEqual(['void SIGNING_STOPPED']);
    expect(asked).toEqual([
      {
        ...{ walletId: 'w-1', wallet: 'treasury', chain: 'ETH' },
        ...{ providers: ['UNISWAP_V2'], rules: [] },
      },
    ]);
  });

  it('a transaction of several swaps', async () => {
    const { told, asked, context } = world();
    const outcomes = await sendBatch(context, [stepOf('swap'), stepOf('swap', 's-2')]);
    expect(told).toEqual(['void SIGNING_STOPPED']);
    expect(asked).toMatchObject([{ providers: ['UNISWAP_V2', 'UNISWAP_V2'] }]);
    expect([...outcomes.values()]).toEqual([
      { observation: { kind: 'none' } },
      { observation: { kind: 'none' } },
    ]);
  });

  it.each([
    ['a bump', false],
    ['a CPFP child', true],
  ])('%s', async (_what, child) => {
    const { told, context } = world(child);
    const snapshot = aPaidSnapshot([anAttempt()]);
    const step = { ...snapshot.steps[0]!, orderId: snapshot.order!.id };
    expect(await replaceAttempt(context, snapshot, { kind: 'bump', step })).toEqual({
      kind: 'none',
    });
    expect(told).toEqual([]);
  });

  it('all but a cancel', async () => {
    const { told, asked, context } = world();
    const snapshot = aPaidSnapshot([anAttempt()]);
    const [step] = snapshot.steps;
    await replaceAttempt(context, snapshot, { kind: 'cancel', step: step! });
    expect(told).toEqual(['signed', 'committed']);
    expect(asked).toEqual([]);
  });
});
