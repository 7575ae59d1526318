import { describe, expect, it, vi } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext, SigningLogStores } from '../../src/executor/context.ts';
import { leaseStep } from '../../src/executor/effects/lease-step.ts';
import type { SwapStep } from '../../src/executor/effects/swap-step.ts';
import type { LeaseResult } from '../../src/ports/stores/signing-records.ts';
import type { SigningStore } from '../../src/ports/stores/signing-store.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import { account, aReadyOrder, aSnapshot, aSwap, target, usdc } from '../support/snapshot.ts';

const transaction = { family: 'evm', to: target, data: '0x', value: 0n } as const;
const notCompared = { kind: 'refused', refusal: { kind: 'account_not_compared' } } as const;
const prices = { at: 1, tokens: [] };
const leased = {
  kind: 'leased',
  leaseId: 'l-1',
  terms: { kind: 'nonce', nonce: 4n },
} as const;

/** The outcome of a lease request for these answers of the journal, one after the other. */
async function request(
  answers: readonly unknown[],
  pendingNonce = async () => 5n,
  caps: readonly object[] = [],
) {
  const order = aReadyOrder();
  const snapshot = aSnapshot({ swap: aSwap({ state: 'quoted' }), order });
  const left = [...answers];
  const read = vi.fn(async () => prices);
  const capsOf = vi.fn(() => undefined);
  const lease = vi.fn(async (_request: unknown) => left.shift() as LeaseResult);
  const compareAccount = vi.fn(async (_account: unknown) => undefined);
  const adapter = {
    chain: {
      name: 'ETH',
      family: 'evm',
      nativeToken: { address: 'native', symbol: 'ETH', decimals: 18 },
    },
    valueOf: () => 0n,
    accounts: { kind: 'counted', nextNonce: async () => 4n, pendingNonce },
  };
  const context = {
    chains: new Map([['ETH', adapter]]),
    journal: { ...recognizedJournal, lease, compareAccount },
    signingLog: emptyLog,
    guard: { caps, capsOf },
    prices: { read },
    policy: {},
    holder: 'worker-1',
  } as unknown as ExecutorContext<SigningStore & SigningLogStores>;
  const planned = {
    kind: 'swap' as const,
    chain: 'ETH',
    orderId: order.id,
    transaction: () => transaction,
    intent: () => ({ kind: 'swap' as const, order }),
    fee: { family: 'evm' as const, gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    balances: { account, block: 1n, balances: new Map([[usdc, 1n]]) },
  };
  const step = { snapshot, planned } as unknown as SwapStep;
  const result = await leaseStep(context, step).catch((error: unknown) => ({ error }));
  const { address } = snapshot.swap.job.wallet;
  return { result, lease, compareAccount, address, read, capsOf };
}

describe('a lease for an account that was not compared with its chain since a rollback', () => {
  it('is requested again once it was, by what waits in the pool too', async () => {
    const { result, lease, compareAccount, address } = await request([notCompared, leased]);
    expect(result).toMatchObject({ kind: 'leased', leased: { leaseId: 'l-1' } });
    expect(lease).toHaveBeenCalledTimes(2);
    expect(lease.mock.calls[1]).toEqual(lease.mock.calls[0]);
    expect(compareAccount.mock.calls).toMatchObject([
      [{ chain: 'ETH', account: address, chainNonce: 5n, epoch: 0n }],
    ]);
  });

  it('is not requested again where the chain does not answer', async () => {
    const away = new FerrymanError('RPC_UNAVAILABLE', 'no answer');
    const { result, lease, compareAccount } = await request([notCompared, leased], () =>
      Promise.reject(away),
    );
    expect(result).toEqual({ error: away });
    expect(lease).toHaveBeenCalledTimes(1);
    expect(compareAccount).not.toHaveBeenCalled();
  });

  it('is compared once for a request: what the wallet was frozen for meanwhile is told', async () => {
    const refusal = {
      kind: 'stopped',
      code: 'WALLET_FROZEN',
      message: 'a transaction that no log shows',
    } as const;
    const { result, compareAccount } = await request([notCompared, { kind: 'refused', refusal }]);
    expect(result).toMatchObject({ kind: 'refused', observation: { kind: 'refused', refusal } });
    expect(compareAccount).toHaveBeenCalledTimes(1);
  });

  it('is not compared where it was leased at once', async () => {
    const { result, lease, compareAccount } = await request([leased]);
    expect(result).toMatchObject({ kind: 'leased', leased: { leaseId: 'l-1' } });
    expect(lease).toHaveBeenCalledTimes(1);
    expect(compareAccount).not.toHaveBeenCalled();
  });
});

describe('prices for caps in US dollars', () => {
  it('are read once, before the lease, for the lease and for the judgement', async () => {
    const cap = { window: 'day', bound: { unit: 'usd', usdE18: 1n } };
    const { result, read, capsOf } = await request([leased], undefined, [cap]);
    expect(read).toHaveBeenCalledTimes(1);
    expect(capsOf).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        chain: expect.objectContaining({ name: 'ETH' }),
        job: expect.objectContaining({ amount: 1_000_000_000n }),
        order: expect.objectContaining({ provider: 'UNISWAP_V2' }),
        prices,
      }),
    );
    expect(result).toMatchObject({ kind: 'leased', leased: { prices } });
  });

  it('are not read for the lease without such a cap', async () => {
    const cap = { window: 'day', bound: { unit: 'count', count: 1 } };
    const { read } = await request([leased], undefined, [cap]);
    expect(read).not.toHaveBeenCalled();
  });
});
