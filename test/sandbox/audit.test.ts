import { type Address, encodeFunctionData, erc20Abi, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditOpening, AuditRoute, PaperPayout } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand, type SwapAnswer, type TradeRequest } from './by-hand.ts';

const STRANGER: Address = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let sandbox: Sandbox;
let hand: Hand;
let wallet: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100 });
  hand = byHand(sandbox.endpoints);
  wallet = await hand.walletWith({ ETH: 10_000n, WETH: 10_000n, USDC: 10_000n, FEE: 10_000n });
  await hand.fund('ARBITRUM', 'ETH', wallet.address, 10n);
});

afterAll(() => sandbox?.close());

const open = (): Promise<AuditOpening> =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: (['ETH', 'POLYGON', 'ARBITRUM'] as const).map((chain) => ({
      chain,
      address: wallet.address,
    })),
  });

/** Executes a trade and says how it went, as an honest caller of the audit would. */
async function trade(
  fromToken: string,
  to: TradeRequest['to'],
  toToken: string,
  provider?: string,
  until = 'SUCCESS',
  change: Record<string, unknown> = {},
): Promise<AuditRoute> {
  const receiver = wallet.address;
  const extra = { ...(provider === undefined ? {} : { preferredProvider: provider }), ...change };
  const request: TradeRequest = {
    from: 'ETH',
    fromToken,
    to,
    toToken,
    amount: '7.5',
    receiver,
    extra,
  };
  const { answer, receipt } = await hand.execute(request, wallet);
  expect(receipt.status).toBe('success');
  const kind = to === 'ETH' ? 'on-chain' : 'cross-chain';
  return {
    kind,
    provider: answer.providerType,
    account: wallet.address,
    from: 'ETH',
    fromToken: hand.tokenAddress('ETH', fromToken),
    to,
    toToken: hand.tokenAddress(to, toToken),
    receiver,
    amountIn: `${75n * 10n ** BigInt(hand.decimals('ETH', fromToken) - 1)}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx: receipt.transactionHash,
    destinationTx: kind === 'on-chain' ? null : await settled(receipt.transactionHash, until),
  };
}

type Ended = Pick<AuditRoute, 'kind' | 'amountOut' | 'destinationTx'>;

/** Pays `symbiosis`, which gives the money back. */
const refunded = (token: string): Promise<AuditRoute> =>
  strand(token, 'DAI', 'symbiosis', 'REVERTED', async (sourceTx) => {
    const order = (await hand.orders()).orders.find((one) => one.sourceTx === sourceTx)!;
    return { kind: 'refund', amountOut: order.refundAmount!, destinationTx: order.refundTx };
  });

/** Pays `celer_bridge`, and takes the money back. */
const takenBack = (token: string): Promise<AuditRoute> =>
  strand(token, 'DAI', 'celer_bridge', 'REVERT', async (sourceTx, { fromToken, amountIn }) => {
    const { transactionHash } = await wallet.send('ETH', await withdrawal('celerRefund', sourceTx));
    // The fee token burns one percent on the way in and one on the way back.
    const isFeeToken = fromToken === hand.tokenAddress('ETH', 'FEE');
    const amountOut = isFeeToken ? `${(BigInt(amountIn) * 99n * 99n) / 10_000n}` : amountIn;
    return { kind: 'refund', amountOut, destinationTx: transactionHash };
  });

/** Pays `arbitrum`, and claims what arrived. */
const claimed = (token: string): Promise<AuditRoute> =>
  strand('USDC', token, 'arbitrum', 'READY_TO_CLAIM', async (sourceTx, { amountOut }) => {
    const { transactionHash } = await wallet.send('ARBITRUM', await withdrawal('claim', sourceTx));
    return { kind: 'claim', amountOut, destinationTx: transactionHash };
  });

async function withdrawal(name: 'celerRefund' | 'claim', sourceTransactionHash: string) {
  const query = new URLSearchParams({ fromBlockchain: 'ETH', sourceTransactionHash });
  return (await hand.router(`/api/utility/${name}?${query}`)).body as SwapAnswer['transaction'];
}

async function strand(
  fromToken: string,
  toToken: string,
  provider: string,
  status: string,
  end: (sourceTx: string, route: AuditRoute) => Promise<Ended>,
): Promise<AuditRoute> {
  const paid = await trade(fromToken, 'ARBITRUM', toToken, provider, status);
  return { ...paid, ...(await end(paid.sourceTx, paid)) };
}

async function settled(sourceTx: string, until: string): Promise<string> {
  return waitFor(async () => {
    const { status, destinationTxHash } = await hand.status(sourceTx);
    expect(status).toBe(until);
    return destinationTxHash!;
  });
}

describe('the audit', () => {
  it('balances swaps of every kind to the base unit, and notices one unit more or less in any of them', async () => {
    const opening = await open();
    const routes = [
      await trade('USDC', 'ETH', 'DAI'),
      await trade('USDC', 'ETH', 'ETH'),
      await trade('ETH', 'ETH', 'FEE'),
      await trade('FEE', 'ETH', 'USDT'),
      await trade('ETH', 'ETH', 'WETH'),
      await trade('WETH', 'ETH', 'ETH'),
      await trade('USDC', 'POLYGON', 'POL'),
      await trade('ETH', 'POLYGON', 'FEE', 'relay'),
      await trade('FEE', 'ARBITRUM', 'ETH'),
      await trade('ETH', 'ARBITRUM', 'USDC'),
      await refunded('USDC'),
      await refunded('FEE'),
      await refunded('ETH'),
      await takenBack('USDC'),
      await takenBack('ETH'),
      await takenBack('FEE'),
      await claimed('USDC'),
      await claimed('ETH'),
    ];
    expect(await closeAudit(opening, routes)).toEqual({ balanced: true, differences: [] });

    for (const [index, route] of routes.entries()) {
      for (const changes of [
        { amountOut: `${BigInt(route.amountOut) + 1n}` },
        { amountOut: `${BigInt(route.amountOut) - 1n}` },
        { amountIn: `${BigInt(route.amountIn) + 1n}` },
      ]) {
        const result = await closeAudit(opening, routes.with(index, { ...route, ...changes }));
        expect(result.balanced, `route ${index}: ${JSON.stringify(changes)}`).toBe(false);
      }
    }
  });

  it('holds what was paid on paper against the provider’s word alone, once and at least the minimum', async () => {
    const opening = await open();
    const [to, receiver, toToken] = [
      'LITECOIN',
      'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga',
      zeroAddress,
    ] as const;
    const extra = { dstTokenBlockchain: to, dstTokenAddress: toToken, receiver };
    const paid = await trade('USDC', 'POLYGON', 'POL', 'across', 'SUCCESS', extra);
    const route: AuditRoute = { ...paid, to, toToken, receiver };
    const said = (await hand.orders()).orders.find(({ sourceTx }) => sourceTx === route.sourceTx)!;
    const payout: PaperPayout = {
      chain: to,
      receiver,
      amount: said.payoutAmount,
      tx: `${said.payoutTx}`,
    };
    const closed = (
      change: Partial<AuditRoute>,
      paidOnPaper = [payout],
      others: AuditRoute[] = [],
    ) => closeAudit(opening, [{ ...route, ...change }, ...others], { paidOnPaper });

    expect(await closed({})).toEqual({ balanced: true, differences: [] });
    expect((await closed({}, [])).differences).toMatchObject([
      { chain: to, account: receiver, actual: '0', note: `paid on paper by ${payout.tx}` },
      { note: 'below the minimum' },
    ]);
    const other = 'ltc1paardr2nczq0rx5rqpfwnvpzm497zvux64y0f7wjgcs7xuuuh2nnqd8yawa';
    for (const payouts of [
      [{ ...payout, receiver: other }],
      [payout, payout],
      [{ ...payout, amount: '1' }],
    ]) {
      expect((await closed({}, payouts)).balanced).toBe(false);
    }
    expect((await closed({ minOut: `${BigInt(route.amountOut) + 1n}` })).differences).toMatchObject(
      [{ note: 'below the minimum' }],
    );
    // What left the wallet is on its chain, and is counted there as ever.
    expect((await closed({ amountIn: `${BigInt(route.amountIn) - 1n}` })).balanced).toBe(false);
    expect((await closed({}, [payout], [route])).balanced).toBe(false);
  });

  it('notices a refund that nobody mentions, and one that is said to be a payout', async () => {
    const opening = await open();
    const route = await takenBack('USDC');
    const { differences } = await closeAudit(opening, []);
    const notes = differences.map(({ note }) => note);
    expect(notes).toContain(`unexplained transaction ${route.destinationTx}`);
    expect((await closeAudit(opening, [{ ...route, kind: 'cross-chain' }])).balanced).toBe(false);
    expect(await closeAudit(opening, [route])).toEqual({ balanced: true, differences: [] });
  });

  it('says where one unit is missing', async () => {
    const opening = await open();
    const route = await trade('USDC', 'ETH', 'DAI');
    const { differences } = await closeAudit(opening, [
      { ...route, amountOut: `${BigInt(route.amountOut) + 1n}` },
    ]);
    const place = { chain: 'ETH', account: wallet.address, token: route.toToken, difference: '-1' };
    expect(differences).toEqual([
      expect.objectContaining({ ...place, note: `received in ${route.sourceTx}` }),
      expect.objectContaining(place),
    ]);
  });

  it('notices errors that make up for one another', async () => {
    const opening = await open();
    const [first, second] = [await trade('USDC', 'ETH', 'DAI'), await trade('USDC', 'ETH', 'DAI')];
    const moved = [
      { ...first, amountOut: `${BigInt(first.amountOut) + 1n}` },
      { ...second, amountOut: `${BigInt(second.amountOut) - 1n}` },
    ];
    expect(
      (await closeAudit(opening, moved)).differences.map(({ difference }) => difference),
    ).toEqual(['-1', '1']);
  });

  it('notices a swap that is not among the routes', async () => {
    const opening = await open();
    const { sourceTx } = await trade('USDC', 'POLYGON', 'USDC');
    const { differences } = await closeAudit(opening, []);
    expect(differences).toContainEqual(
      expect.objectContaining({ note: `unexplained transaction ${sourceTx}` }),
    );
  });

  it('notices a transfer that nothing explains, and money that nobody expected', async () => {
    const opening = await open();
    const route = await trade('USDC', 'ETH', 'DAI');
    const to = hand.tokenAddress('ETH', 'USDC');
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [STRANGER, 1n],
    });
    const stray = await wallet.send('ETH', { to, data });
    await hand.fund('ARBITRUM', 'DAI', wallet.address, 1n);

    const { differences } = await closeAudit(opening, [route]);
    expect(differences).toEqual([
      expect.objectContaining({ note: `unexplained transaction ${stray.transactionHash}` }),
      expect.objectContaining({ chain: 'ETH', token: to, difference: '-1' }),
      expect.objectContaining({ chain: 'ARBITRUM', difference: `${10n ** 18n}` }),
    ]);
  });

  it('accepts a declared transaction that costs gas only, and no other', async () => {
    const opening = await open();
    const cancel = await wallet.send('ETH', { to: wallet.address });
    const otherTxs = [cancel.transactionHash];
    expect((await closeAudit(opening, [])).balanced).toBe(false);
    expect((await closeAudit(opening, [], { otherTxs })).balanced).toBe(true);

    const gift = await wallet.send('ETH', { to: STRANGER, value: '1' });
    const result = await closeAudit(opening, [], { otherTxs: [...otherTxs, gift.transactionHash] });
    expect(result.differences).toEqual([
      expect.objectContaining({ chain: 'ETH', difference: '-1' }),
    ]);
  });

  it('notices a payout that belongs to another route', async () => {
    const opening = await open();
    const honest = await trade('USDC', 'POLYGON', 'USDC');
    const lied = await trade('USDC', 'POLYGON', 'USDC', 'meson');
    expect(lied.destinationTx).toBe(honest.destinationTx);
    const { balanced, differences } = await closeAudit(opening, [honest, lied]);
    expect(balanced).toBe(false);
    expect(differences).toContainEqual(
      expect.objectContaining({
        note: `claimed by another route: POLYGON ${honest.destinationTx}`,
      }),
    );
  });

  it('notices an amount below the minimum', async () => {
    const opening = await open();
    const route = await trade('USDC', 'ETH', 'DAI');
    const { differences } = await closeAudit(opening, [
      { ...route, minOut: `${BigInt(route.amountOut) + 1n}` },
    ]);
    expect(differences).toEqual([
      expect.objectContaining({ difference: '-1', note: 'below the minimum' }),
    ]);
  });
});
