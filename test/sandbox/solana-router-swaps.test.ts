import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { byHand, type Hand, type SwapAnswer } from './by-hand.ts';
import { served, type Trade } from './service-by-hand.ts';
import { type SolanaHand, solanaHand } from './solana-hand.ts';
import { type TronHand, type TronWallet, tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: SolanaHand;
let evm: Hand;
let tron: TronHand;
let owner: Keypair;
let address: string;
let evmOwner: ReturnType<Hand['wallet']>;
let tronOwner: TronWallet;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON', 'SOLANA'], blockIntervalMs: 100 });
  hand = solanaHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  tron = tronByHand(sandbox.endpoints);
  [owner, evmOwner, tronOwner] = await Promise.all([
    hand.walletWith({ SOL: '100', USDC: '10000', WSOL: '10' }),
    evm.walletWith({ ETH: 100n, USDC: 10_000n }),
    tron.walletWith({ TRX: 10_000n, USDT: 10_000n }),
  ]);
  address = owner.publicKey.toBase58();
});
afterAll(() => sandbox?.close());

const trade = (fromToken: string, to: Trade['to'], toToken: string, provider?: string): Trade => ({
  from: 'SOLANA',
  fromToken,
  to,
  toToken,
  amount: '2',
  receiver: to === 'SOLANA' ? address : to === 'TRON' ? tronOwner.address : evmOwner.address,
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

const openBooks = () =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: [
      { chain: 'SOLANA', address },
      { chain: 'ETH', address: evmOwner.address },
      { chain: 'POLYGON', address: evmOwner.address },
      { chain: 'TRON', address: tronOwner.address },
    ],
  });

/** Executes a trade from Solana and says how it went, as an honest caller of the audit would. */
async function route(wanted: Trade, until = 'SUCCESS'): Promise<AuditRoute> {
  const executed = await hand.execute(wanted, owner);
  const claim = hand.routeOf(wanted, owner, executed);
  if (claim.kind === 'on-chain') return claim;
  return { ...claim, destinationTx: await hand.settled(executed.signature, until) };
}

async function refunded(wanted: Trade): Promise<AuditRoute> {
  const paid = await route(wanted, 'REVERTED');
  const { refundAmount, refundTx } = await hand.orderOf(paid.sourceTx);
  return { ...paid, kind: 'refund', amountOut: refundAmount!, destinationTx: refundTx! };
}

/** From ETH, so many tokens. */
async function fromEvm(
  fromToken: string,
  toToken: string,
  amount: string,
  provider?: string,
): Promise<AuditRoute> {
  const extra = {
    enableChecks: false,
    ...(provider === undefined ? {} : { preferredProvider: provider }),
  };
  const wanted = {
    from: 'ETH',
    fromToken,
    to: 'SOLANA',
    toToken,
    amount,
    receiver: address,
    extra,
  } as const;
  const body = hand.tradeBody(wanted, evmOwner.address);
  const answer = served<SwapAnswer>(await hand.router('/api/routes/swapBest', body));
  await evm.approve(
    { ...wanted, receiver: evmOwner.address } as never,
    evmOwner,
    answer.transaction.approvalAddress,
  );
  const { transactionHash } = await evmOwner.send('ETH', answer.transaction);
  return {
    kind: 'cross-chain',
    provider: answer.providerType,
    account: evmOwner.address,
    from: 'ETH',
    fromToken: hand.tokenOn('ETH', fromToken),
    to: 'SOLANA',
    toToken: hand.tokenOn('SOLANA', toToken),
    receiver: address,
    amountIn: `${hand.baseUnits('ETH', fromToken, amount)}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx: transactionHash,
    destinationTx: await hand.settled(transactionHash),
  };
}

/** From TRON, one hundred tokens. */
async function fromTron(toToken: string): Promise<AuditRoute> {
  const wanted = {
    from: 'TRON',
    fromToken: 'TRX',
    to: 'SOLANA',
    toToken,
    amount: '100',
    receiver: address,
  } as const;
  const answer = await tron.router<SwapAnswer>(
    '/api/routes/swapBest',
    tron.tradeBody(
      {
        ...wanted,
        to: 'ETH',
        toToken: 'ETH',
        extra: { dstTokenBlockchain: 'SOLANA', dstTokenAddress: hand.tokenOn('SOLANA', toToken) },
      },
      tronOwner.address,
    ),
  );
  const { id } = await tron.send(tronOwner, answer.transaction as never);
  return {
    kind: 'cross-chain',
    provider: answer.providerType,
    account: tronOwner.address,
    from: 'TRON',
    fromToken: tron.token('TRX'),
    to: 'SOLANA',
    toToken: hand.tokenOn('SOLANA', toToken),
    receiver: address,
    amountIn: '100000000',
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx: id,
    destinationTx: await hand.settled(id),
  };
}

describe('swaps from and to Solana', () => {
  it('settle, and the audit explains every base unit and every lamport', async () => {
    const opening = await openBooks();
    const fromSolana = [
      route(trade('SOL', 'SOLANA', 'USDT')),
      route(trade('USDC', 'SOLANA', 'SOL')),
      route(trade('SOL', 'SOLANA', 'WSOL')),
      route(trade('WSOL', 'SOLANA', 'SOL')),
      route(trade('SOL', 'POLYGON', 'USDC')),
      route(trade('USDC', 'POLYGON', 'POL', 'relay')),
      route(trade('USDC', 'TRON', 'USDT')),
      route(trade('SOL', 'TRON', 'TRX')),
      refunded(trade('USDC', 'ETH', 'USDC', 'symbiosis')),
      refunded(trade('SOL', 'TRON', 'USDT', 'symbiosis')),
    ];
    // One after the other, since their nonces are.
    const toSolana = async () => [
      await fromEvm('USDC', 'USDC', '100'),
      await fromEvm('ETH', 'SOL', '1'),
    ];
    const routes = (
      await Promise.all([...fromSolana, toSolana(), fromTron('SOL'), fromTron('USDT')])
    ).flat();
    expect(await closeAudit(opening, routes)).toEqual({ balanced: true, differences: [] });

    // One of each kind: to and from the native coin, a bridge, a refund, and a payout on Solana.
    for (const index of [0, 1, 4, 9, 11]) {
      const one = routes[index]!;
      for (const changes of [
        { amountOut: `${BigInt(one.amountOut) + 1n}` },
        { amountIn: `${BigInt(one.amountIn) - 1n}` },
      ]) {
        const { balanced } = await closeAudit(opening, routes.with(index, { ...one, ...changes }));
        expect(balanced, `route ${index}: ${JSON.stringify(changes)}`).toBe(false);
      }
    }
  });
});
