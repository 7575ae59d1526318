import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand } from './by-hand.ts';
import type { Trade } from './service-by-hand.ts';
import { TRX, type TronCall, type TronHand, type TronWallet, tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: TronHand;
let evm: Hand;
let owner: TronWallet;
let evmOwner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'], blockIntervalMs: 100 });
  hand = tronByHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ TRX: 100_000n, USDT: 10_000n, WTRX: 1_000n, FEE: 1_000n });
  evmOwner = await evm.walletWith({ ETH: 100n, USDC: 10_000n });
});
afterAll(() => sandbox?.close());

interface QuoteAnswer {
  readonly id: string;
  readonly transaction: { readonly approvalAddress?: string };
  readonly providerType: string;
}

interface SwapAnswer extends Omit<QuoteAnswer, 'id'> {
  readonly transaction: TronCall;
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
  };
}

const trade = (fromToken: string, to: Trade['to'], toToken: string, provider?: string): Trade => ({
  from: 'TRON',
  fromToken,
  to,
  toToken,
  amount: '100',
  receiver: to === 'TRON' ? owner.address : evmOwner.address,
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

async function approve(token: string, spender: string): Promise<void> {
  const query = new URLSearchParams({
    blockchain: 'TRON',
    tokenAddress: token,
    walletAddress: owner.address,
    spenderAddress: spender,
    amount: '100',
  });
  const path = `/api/utility/checkApprove?${query}`;
  const answer = await hand.router<{ needApprove: boolean; transaction: TronCall }>(path);
  if (!answer.needApprove) return;
  expect((await hand.send(owner, answer.transaction)).receipt.result).toBe('SUCCESS');
  expect(await hand.router(path)).toMatchObject({ needApprove: false });
}

/** Quote, approve, swap, send: up to the receipt. */
async function execute(wanted: Trade) {
  const quote = await hand.router<QuoteAnswer>(
    '/api/routes/quoteBest',
    hand.tradeBody(wanted, owner.address),
  );
  const { approvalAddress } = quote.transaction;
  if (approvalAddress !== undefined) await approve(hand.token(wanted.fromToken), approvalAddress);
  const body = { ...hand.tradeBody(wanted, owner.address), id: quote.id };
  const answer = await hand.router<SwapAnswer>('/api/routes/swap', body);
  const info = await hand.send(owner, answer.transaction);
  expect(info.receipt.result).toBe('SUCCESS');
  return { answer, info };
}

async function settled(srcTxHash: string, until = 'SUCCESS'): Promise<string | null> {
  return waitFor(async () => {
    const path = `/api/info/statusExtended?srcTxHash=${srcTxHash}`;
    const { status, destinationTxHash } = await hand.router<{
      status: string;
      destinationTxHash: string | null;
    }>(path);
    expect(status).toBe(until);
    return destinationTxHash;
  });
}

const orderOf = async (sourceTx: string) =>
  (await evm.orders()).orders.find((one) => `${one.sourceTx}` === sourceTx)!;

/** Executes a trade and says how it went, as an honest caller of the audit would. */
async function route(wanted: Trade, until = 'SUCCESS'): Promise<AuditRoute> {
  const { answer, info } = await execute(wanted);
  const kind = wanted.to === 'TRON' ? 'on-chain' : 'cross-chain';
  return {
    kind,
    provider: answer.providerType,
    account: owner.address,
    from: 'TRON',
    fromToken: hand.token(wanted.fromToken),
    to: wanted.to,
    toToken: hand.tokenOn(wanted.to, wanted.toToken),
    receiver: wanted.receiver,
    amountIn: `${100n * 10n ** BigInt(hand.decimals(wanted.fromToken))}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx: info.id,
    destinationTx: kind === 'on-chain' ? null : await settled(info.id, until),
  };
}

describe('the router on TRON', () => {
  it('gives a call by signature and arguments, or with its arguments encoded', async () => {
    const ask = (wanted: Trade) =>
      hand.router<SwapAnswer>('/api/routes/swapBest', {
        ...hand.tradeBody(wanted, owner.address),
        enableChecks: false,
      });
    const swap = (await ask(trade('TRX', 'TRON', 'USDT'))).transaction;
    expect(swap).toMatchObject({ callValue: '100000000', to: expect.stringMatching(/^T/) });
    expect(swap.signature).toBe(
      'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
    );
    expect(swap.arguments).toMatchObject([
      { type: 'uint256' },
      { type: 'address[]', value: [hand.token('WTRX'), hand.token('USDC'), hand.token('USDT')] },
      { type: 'address', value: owner.address },
      { type: 'uint256' },
    ]);
    expect(swap).not.toHaveProperty('rawParameter');
    const bridge = (await ask(trade('USDT', 'ETH', 'USDC'))).transaction;
    expect(bridge.rawParameter).toMatch(/^[0-9a-f]+$/);
    expect(bridge).not.toHaveProperty('arguments');
    expect(bridge).toMatchObject({
      callValue: '2000000',
      approvalAddress: expect.stringMatching(/^T/),
    });
  });

  it('takes the native coin in both its forms, and refuses addresses of the wrong chain', async () => {
    const body = hand.tradeBody(trade('TRX', 'TRON', 'USDT'), owner.address);
    const quote = (changes: object) => evm.router('/api/routes/quoteBest', { ...body, ...changes });
    const zero = await quote({ srcTokenAddress: `0x${'0'.repeat(40)}` });
    expect(zero.body).toMatchObject({
      providerType: 'SUN_SWAP',
      tokens: { from: { address: TRX, symbol: 'TRX' } },
    });
    expect((await quote({ fromAddress: evmOwner.address })).body).toMatchObject({
      errors: [{ code: 1006 }],
    });
    expect((await quote({ receiver: evmOwner.address })).body).toMatchObject({
      errors: [{ code: 1006 }],
    });
    expect((await quote({ dstTokenAddress: hand.tokenOn('ETH', 'USDC') })).body).toMatchObject({
      errors: [{ code: 1999 }],
    });
  });

  it('lists the chain and what works on it', async () => {
    const chains =
      await hand.router<
        { name: string; type: string; providers: { crossChain: string[]; onChain: string[] } }[]
      >('/api/info/chains');
    const tron = chains.find(({ name }) => name === 'TRON')!;
    expect(tron).toMatchObject({ type: 'TRON', providers: { onChain: ['SUN_SWAP', 'WRAPPED'] } });
    expect(tron.providers.crossChain).toEqual(
      expect.arrayContaining(['across', 'relay', 'symbiosis']),
    );
    // Its refund endpoint takes no payments on TRON.
    expect(tron.providers.crossChain).not.toContain('celer_bridge');
  });

  it('says what is missing with enableChecks: an approval, a balance, TRX', async () => {
    const quote = async (wanted: Trade, from: TronWallet) => {
      const body = { ...hand.tradeBody(wanted, from.address), enableChecks: true };
      return (await evm.router('/api/routes/swapBest', body)).body as {
        error: { code: number; data: object };
      };
    };
    const poor = await hand.walletWith({ TRX: 1n, USDT: 200n });
    expect((await quote(trade('USDT', 'TRON', 'USDC'), hand.wallet())).error).toMatchObject({
      code: 3003,
    });
    expect((await quote(trade('USDT', 'TRON', 'USDC'), poor)).error).toMatchObject({ code: 3004 });
    await hand.fund('TRX', poor.address, 1_000n);
    const { error } = await quote(trade('USDT', 'TRON', 'USDC'), poor);
    expect(error).toMatchObject({
      code: 3001,
      data: { contractAddress: expect.stringMatching(/^T/) },
    });
  });
});

describe('swaps from and to TRON', () => {
  it('settle, and the audit explains every base unit and every sun', async () => {
    const opening = await openAudit({
      chains: sandbox.endpoints.chains,
      accounts: [
        { chain: 'TRON', address: owner.address },
        { chain: 'ETH', address: evmOwner.address },
        { chain: 'POLYGON', address: evmOwner.address },
      ],
    });
    const routes = [
      await route(trade('TRX', 'TRON', 'USDT')),
      await route(trade('USDT', 'TRON', 'TRX')),
      await route(trade('TRX', 'TRON', 'WTRX')),
      await route(trade('WTRX', 'TRON', 'TRX')),
      await route(trade('FEE', 'TRON', 'USDC')),
      await route(trade('USDT', 'ETH', 'USDC')),
      await route(trade('TRX', 'POLYGON', 'POL', 'relay')),
      await refunded(trade('USDT', 'ETH', 'USDC', 'symbiosis')),
      await refunded(trade('TRX', 'ETH', 'USDC', 'symbiosis')),
      await toTron('USDC', 'USDT'),
      await toTron('ETH', 'TRX'),
    ];
    expect(await closeAudit(opening, routes)).toEqual({ balanced: true, differences: [] });

    for (const [index, one] of routes.entries()) {
      const amountOut = `${BigInt(one.amountOut) + 1n}`;
      const { balanced } = await closeAudit(opening, routes.with(index, { ...one, amountOut }));
      expect(balanced, `route ${index}`).toBe(false);
    }
  });

  it('leave a difference where a transaction on TRON is not explained', async () => {
    const opening = await openAudit({
      chains: sandbox.endpoints.chains,
      accounts: [{ chain: 'TRON', address: owner.address }],
    });
    const { id } = await hand.send(owner, hand.transferOf('USDT', hand.wallet().address, 7n));
    const { differences } = await closeAudit(opening, []);
    expect(differences).toEqual([
      expect.objectContaining({
        note: `unexplained transaction ${id}`,
        account: owner.address,
        token: TRX,
      }),
      expect.objectContaining({ token: hand.token('USDT'), difference: '-7' }),
    ]);
  });

  async function refunded(wanted: Trade): Promise<AuditRoute> {
    const paid = await route(wanted, 'REVERTED');
    const order = await orderOf(paid.sourceTx);
    return {
      ...paid,
      kind: 'refund',
      amountOut: order.refundAmount!,
      destinationTx: order.refundTx,
    };
  }

  /** From ETH, one hundred tokens or one coin. */
  async function toTron(fromToken: string, toToken: string): Promise<AuditRoute> {
    const amount = fromToken === 'ETH' ? '1' : '100';
    const wanted = {
      from: 'ETH',
      fromToken,
      to: 'TRON',
      toToken,
      amount,
      receiver: owner.address,
    } as const;
    const body = { ...hand.tradeBody(wanted, evmOwner.address), enableChecks: false };
    const answer = await hand.router<{
      transaction: { to: Address; data: Address; value: string; approvalAddress?: Address };
      estimate: SwapAnswer['estimate'];
      providerType: string;
    }>('/api/routes/swapBest', body);
    const request = { ...wanted, receiver: evmOwner.address };
    await evm.approve(request as never, evmOwner, answer.transaction.approvalAddress);
    const { transactionHash } = await evmOwner.send('ETH', answer.transaction);
    const destinationTx = await settled(transactionHash);
    expect(destinationTx).toMatch(/^[0-9a-f]{64}$/);
    return {
      kind: 'cross-chain',
      provider: answer.providerType,
      account: evmOwner.address,
      from: 'ETH',
      fromToken: hand.tokenOn('ETH', fromToken),
      to: 'TRON',
      toToken: hand.token(toToken),
      receiver: owner.address,
      amountIn: `${BigInt(amount) * 10n ** BigInt(evm.decimals('ETH', fromToken))}`,
      amountOut: answer.estimate.destinationWeiAmount,
      minOut: answer.estimate.destinationWeiMinAmount,
      sourceTx: transactionHash,
      destinationTx,
    };
  }
});
