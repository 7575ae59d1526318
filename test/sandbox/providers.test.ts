import { encodeFunctionData, type Hash, type Hex, isAddressEqual } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClaimVault } from '../../sandbox/evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../../sandbox/evm/artifacts/RefundGateway.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, coinToPolygon, type Hand, type SwapAnswer, type TradeRequest } from './by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100 });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 10_000n, USDC: 10_000n, FEE: 10_000n });
  await hand.fund('ARBITRUM', 'ETH', owner.address, 10n);
});

afterAll(() => sandbox?.close());

/** Pays a provider, to a receiver of its own. */
async function pay(provider: string, changes: Partial<TradeRequest> = {}) {
  const receiver = hand.wallet().address;
  const base = {
    from: 'ETH',
    fromToken: 'USDC',
    to: 'ARBITRUM',
    toToken: 'USDC',
    amount: '20',
    receiver,
  } as const;
  const trade: TradeRequest = { ...base, extra: { preferredProvider: provider }, ...changes };
  const { answer, receipt } = await hand.execute(trade, owner);
  expect(receipt.status).toBe('success');
  expect(answer.providerType).toBe(provider);
  const expected = BigInt(answer.estimate.destinationWeiAmount);
  return {
    sourceTx: receipt.transactionHash,
    receiver,
    expected,
    balance: () => hand.balance(trade.to, trade.toToken, receiver),
  };
}

/**
 * Follows the status until it is the given one. @returns every status that was seen, in order, each
 * once
 */
async function follow(
  sourceTx: Hash,
  until: string,
): Promise<{ seen: string[]; destinationTxHash: Hash | null }> {
  const seen: string[] = [];
  return waitFor(async () => {
    const { status, destinationTxHash } = await hand.status(sourceTx);
    if (seen.at(-1) !== status) seen.push(status);
    expect(status).toBe(until);
    return { seen, destinationTxHash };
  });
}

async function orderOf(sourceTx: Hash) {
  return (await hand.orders()).orders.find((order) => order.sourceTx === sourceTx);
}

/** What an account gains of a token while something is done. */
async function gain(symbol: string, action: () => Promise<unknown>): Promise<bigint> {
  const before = await hand.balance('ETH', symbol, owner.address);
  await action();
  return (await hand.balance('ETH', symbol, owner.address)) - before;
}

const utility = async (
  name: 'celerRefund' | 'claim',
  fromBlockchain: string,
  sourceTransactionHash: string,
) =>
  hand.router(
    `/api/utility/${name}?${new URLSearchParams({ fromBlockchain, sourceTransactionHash })}`,
  );

describe('providers that deliver', () => {
  it('stargate_v2 takes long and says so', async () => {
    const { sourceTx, expected, balance } = await pay('stargate_v2');
    const { seen, destinationTxHash } = await follow(sourceTx, 'SUCCESS');
    expect(seen).toEqual(['LONG_PENDING', 'SUCCESS']);
    expect(destinationTxHash).not.toBeNull();
    expect(await balance()).toBe(expected);
  });

  it('orbiter_bridge pays, and knows of the deposit late', async () => {
    const { sourceTx, expected, balance } = await pay('orbiter_bridge');
    const { seen, destinationTxHash } = await follow(sourceTx, 'SUCCESS');
    expect(seen).toEqual(['NOT_FOUND', 'SUCCESS']);
    expect(await balance()).toBe(expected);
    expect(destinationTxHash).toBe((await orderOf(sourceTx))?.payoutTx);
  });

  it.each([
    ['retro_bridge', 'KYC_REQUIRED'],
    ['xflows', 'WAITING_FOR_TRUSTLINE'],
    ['tele_swap', 'WAITING_FOR_REFUND_TRUSTLINE'],
  ])('%s waits with %s until it is released, each time', async (provider, status) => {
    const first = await pay(provider);
    await waitFor(async () => expect((await orderOf(first.sourceTx))?.state).toBe('deposited'));
    expect((await hand.status(first.sourceTx)).status).toBe(status);
    expect((await hand.control(`/providers/${provider}`, { release: true })).status).toBe(200);
    await follow(first.sourceTx, 'SUCCESS');
    expect(await first.balance()).toBe(first.expected);

    const second = await pay(provider);
    await waitFor(async () => expect((await orderOf(second.sourceTx))?.state).toBe('deposited'));
    expect((await hand.status(second.sourceTx)).status).toBe(status);
  });
});

describe('multichain', () => {
  it.each([
    ['USDC', 'DAI'],
    ['ETH', 'USDC'],
  ])('pays %s in %s, and calls that REVERTED', async (toToken, paidToken) => {
    const { sourceTx, receiver, balance } = await pay('multichain', { toToken });
    const { destinationTxHash } = await follow(sourceTx, 'REVERTED');
    const order = await orderOf(sourceTx);
    expect(destinationTxHash).toBe(order?.payoutTx);
    expect(await balance()).toBe(0n);
    const paid = await hand.balance('ARBITRUM', paidToken, receiver);
    expect(paid).toBeGreaterThan(0n);
    expect(order).toMatchObject({
      payoutToken: hand.tokenAddress('ARBITRUM', paidToken),
      payoutAmount: `${paid}`,
    });
  });
});

describe('symbiosis', () => {
  it.each(['USDC', 'FEE', 'ETH'])('gives %s back to the payer, less a fee', async (fromToken) => {
    const before = await hand.balance('ETH', fromToken, owner.address);
    const { sourceTx, balance } = await pay('symbiosis', { fromToken });
    await follow(sourceTx, 'REVERTED');
    expect((await hand.status(sourceTx)).destinationTxHash).toBeNull();
    const order = await orderOf(sourceTx);
    const returned = BigInt(order?.refundAmount ?? 0);
    const given = 20n * 10n ** BigInt(hand.decimals('ETH', fromToken));
    expect(returned).toBeLessThan(given);
    expect(returned).toBeGreaterThan((given * 97n) / 100n);
    // Of the native coin, gas and fixed fee are gone as well.
    const gone = before - (await hand.balance('ETH', fromToken, owner.address));
    if (fromToken === 'ETH') expect(gone).toBeGreaterThan(given - returned);
    else expect(gone).toBe(given - returned);
    expect(
      (await hand.client('ETH').getTransactionReceipt({ hash: order!.refundTx! })).status,
    ).toBe('success');
    expect(await balance()).toBe(0n);
  });
});

describe('celer_bridge', () => {
  it.each(['USDC', 'ETH', 'FEE'])(
    'gives %s back by the refund transaction, once, and only when released',
    async (fromToken) => {
      const { sourceTx, balance } = await pay('celer_bridge', { fromToken });
      const { seen } = await follow(sourceTx, 'REVERT');
      expect(seen.filter((status) => !['PENDING', 'REVERT'].includes(status))).toEqual([]);

      const transaction = (await utility('celerRefund', 'ETH', sourceTx)).body as Call;
      const given = 20n * 10n ** BigInt(hand.decimals('ETH', fromToken));
      // The fee token burns one percent on the way in and one on the way back.
      const due = fromToken === 'FEE' ? (given * 99n * 99n) / 10_000n : given;
      let gas = 0n;
      const gained = await gain(fromToken, async () => {
        const receipt = await owner.send('ETH', transaction);
        expect(receipt.status).toBe('success');
        if (fromToken === 'ETH') gas = receipt.gasUsed * receipt.effectiveGasPrice;
      });
      expect(gained + gas).toBe(due);
      const { destinationTxHash } = await follow(sourceTx, 'REVERTED');
      expect(destinationTxHash).toBeNull();
      expect((await orderOf(sourceTx))?.refundAmount).toBe(`${due}`);

      expect((await owner.send('ETH', transaction)).status).toBe('reverted');
      expect((await utility('celerRefund', 'ETH', sourceTx)).body).toMatchObject({
        error: { code: 3007 },
      });
      expect(await balance()).toBe(0n);
    },
  );

  it('cannot be made to refund by anybody but the provider', async () => {
    await hand.control('/providers/celer_bridge', { paused: true });
    const { sourceTx } = await pay('celer_bridge');
    await waitFor(async () => expect((await orderOf(sourceTx))?.state).toBe('deposited'));
    expect((await utility('celerRefund', 'ETH', sourceTx)).body).toMatchObject({
      error: { code: 3007 },
    });
    const { orderId } = (await orderOf(sourceTx))!;
    const { to } = await hand.client('ETH').getTransaction({ hash: sourceTx });
    for (const functionName of ['releaseRefund', 'refund'] as const) {
      const data = encodeFunctionData({ abi: RefundGateway.abi, functionName, args: [orderId] });
      expect((await owner.send('ETH', { to: to!, data })).status).toBe('reverted');
    }
    await hand.control('/providers/celer_bridge', { paused: false });
    await follow(sourceTx, 'REVERT');
  });
});

describe('arbitrum', () => {
  it.each(['USDC', 'ETH', 'FEE'])(
    'pays %s to the receiver by the claim transaction, once',
    async (toToken) => {
      const { sourceTx, expected, balance } = await pay('arbitrum', { toToken });
      await follow(sourceTx, 'READY_TO_CLAIM');
      expect(await balance()).toBe(0n);

      const transaction = (await utility('claim', 'ETH', sourceTx)).body as Call;
      const { status, transactionHash } = await owner.send('ARBITRUM', transaction);
      expect(status).toBe('success');
      expect(await balance()).toBe(expected);
      const { destinationTxHash } = await follow(sourceTx, 'SUCCESS');
      expect(destinationTxHash).toBe(transactionHash);

      expect((await owner.send('ARBITRUM', transaction)).status).toBe('reverted');
      expect(await balance()).toBe(expected);
      expect((await utility('claim', 'ETH', sourceTx)).body).toMatchObject({
        error: { code: 3007 },
      });
    },
  );

  it('lets nobody else say what may be claimed', async () => {
    const { sourceTx } = await pay('arbitrum');
    await follow(sourceTx, 'READY_TO_CLAIM');
    const { to } = (await utility('claim', 'ETH', sourceTx)).body as Call;
    const args = [
      `0x${'11'.repeat(32)}`,
      owner.address,
      hand.tokenAddress('ARBITRUM', 'USDC'),
      1n,
    ] as const;
    const data = encodeFunctionData({ abi: ClaimVault.abi, functionName: 'release', args });
    expect((await owner.send('ARBITRUM', { to, data })).status).toBe('reverted');
  });

  it('serves no other chains', async () => {
    const receiver = owner.address;
    const extra = { preferredProvider: 'arbitrum' };
    const trade = coinToPolygon(receiver, extra);
    const answer = await hand.router('/api/routes/quoteBest', hand.tradeBody(trade, receiver));
    expect(answer.body).toMatchObject({ error: { code: 2001 } });
  });
});

describe('providers that keep the money', () => {
  it.each([
    ['xy', 'FAIL'],
    ['wanchain_bridge', 'INDETERMINATE'],
    ['router', 'PENDING'],
  ])('%s says %s for ever', async (provider, status) => {
    const { sourceTx, balance } = await pay(provider);
    await waitFor(async () => expect((await orderOf(sourceTx))?.state).toBe('deposited'));
    const latest = await hand.client('ARBITRUM').getBlockNumber();
    await waitFor(async () =>
      expect(await hand.client('ARBITRUM').getBlockNumber()).toBeGreaterThan(latest + 5n),
    );
    expect(await hand.status(sourceTx)).toMatchObject({ status, destinationTxHash: null });
    expect(await balance()).toBe(0n);
    expect((await hand.control(`/providers/${provider}`, { paused: true })).status).toBe(400);
  });
});

describe('the refund and claim endpoints', () => {
  const unknown = `0x${'ab'.repeat(32)}`;

  it.each([
    [
      'celerRefund',
      'TON',
      unknown,
      { statusCode: 400, message: [expect.stringContaining('fromBlockchain')] },
    ],
    [
      'claim',
      'POLYGON',
      unknown,
      { statusCode: 400, message: [expect.stringContaining('fromBlockchain')] },
    ],
    [
      'claim',
      '',
      '',
      { message: ['fromBlockchain is missing', 'sourceTransactionHash is missing'] },
    ],
    ['celerRefund', 'BSC', unknown, { error: { code: 3100 } }],
    ['claim', 'ARBITRUM', unknown, { error: { code: 3100 } }],
    ['claim', 'ETH', '0x12', { error: { code: 3100 } }],
  ] as const)('%s of %s %s is refused', async (name, chain, hash, body) => {
    const answer = await utility(name, chain, hash);
    expect(answer.body).toMatchObject(body);
    expect(answer.status).toBe('message' in body ? 400 : 200);
  });

  it('know only payments to their own provider, on the chain of the payment', async () => {
    const { sourceTx } = await pay('arbitrum');
    await follow(sourceTx, 'READY_TO_CLAIM');
    expect((await utility('celerRefund', 'ETH', sourceTx)).body).toMatchObject({
      error: { code: 3100 },
    });
    expect((await utility('claim', 'ARBITRUM', sourceTx)).body).toMatchObject({
      error: { code: 3100 },
    });
    const { to } = (await utility('claim', 'ETH', sourceTx)).body as Call;
    expect(isAddressEqual(to, hand.tokenAddress('ARBITRUM', 'USDC'))).toBe(false);
  });
});

type Call = SwapAnswer['transaction'] & { readonly data: Hex };
