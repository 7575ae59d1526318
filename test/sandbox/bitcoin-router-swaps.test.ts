import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { pay, segwitHand, taprootHand, type Hand as Wallet } from './bitcoin-by-hand.ts';
import { type BitcoinHand, bitcoinHand } from './bitcoin-hand.ts';
import { byHand, type Hand, type SwapAnswer } from './by-hand.ts';
import { served, type Trade } from './service-by-hand.ts';
import { type SolanaHand, signedBy as signedOnSolana, solanaHand } from './solana-hand.ts';
import { type TronHand, type TronWallet, tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: BitcoinHand;
let evm: Hand;
let tron: TronHand;
let solana: SolanaHand;
let segwit: Wallet;
let taproot: Wallet;
let evmOwner: ReturnType<Hand['wallet']>;
let tronOwner: TronWallet;
let solanaOwner: Keypair;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TRON', 'SOLANA', 'BITCOIN'],
    blockIntervalMs: 100,
  });
  hand = bitcoinHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  tron = tronByHand(sandbox.endpoints);
  solana = solanaHand(sandbox.endpoints);
  [segwit, taproot] = [segwitHand(), taprootHand()];
  [evmOwner, tronOwner, solanaOwner] = await Promise.all([
    evm.walletWith({ ETH: 100n, USDC: 10_000n }),
    tron.walletWith({ TRX: 10_000n }),
    solana.walletWith({ SOL: '100' }),
    ...[segwit, taproot].flatMap((wallet) =>
      ['0.5', '0.2', '0.3'].map((amount) => hand.fund(wallet, amount)),
    ),
  ]);
});
afterAll(() => sandbox?.close());

const receiverOn = (chain: Trade['to']): string => {
  if (chain === 'TRON') return tronOwner.address;
  return chain === 'SOLANA' ? solanaOwner.publicKey.toBase58() : evmOwner.address;
};

const trade = (to: Trade['to'], toToken: string, provider?: string): Trade => ({
  from: 'BITCOIN',
  fromToken: 'BTC',
  to,
  toToken,
  amount: '0.01',
  receiver: receiverOn(to),
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

const openBooks = () =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: [
      { chain: 'BITCOIN', address: segwit.address },
      { chain: 'BITCOIN', address: taproot.address },
      { chain: 'ETH', address: evmOwner.address },
      { chain: 'POLYGON', address: evmOwner.address },
      { chain: 'TRON', address: tronOwner.address },
      { chain: 'SOLANA', address: solanaOwner.publicKey.toBase58() },
    ],
  });

/**
 * Executes trades from Bitcoin one after the other, as their coins are, and says how they went, as
 * an honest caller would.
 */
async function fromBitcoin(wallet: Wallet, trades: readonly Trade[]): Promise<AuditRoute[]> {
  const routes: AuditRoute[] = [];
  for (const wanted of trades) {
    const executed = await hand.execute(wanted, wallet);
    const claim = hand.routeOf(wanted, wallet, executed);
    if (claim.provider !== 'symbiosis') {
      routes.push({ ...claim, destinationTx: await hand.settled(claim.sourceTx) });
      continue;
    }
    await hand.settled(claim.sourceTx, 'REVERTED');
    const { refundAmount, refundTx } = await hand.orderOf(claim.sourceTx);
    routes.push({ ...claim, kind: 'refund', amountOut: refundAmount!, destinationTx: refundTx! });
  }
  return routes;
}

/** To Bitcoin, by the best provider. @param send executes what the router gives @returns its id */
async function toBitcoin(
  from: Trade['from'],
  [fromToken, amount]: readonly [string, string],
  receiver: string,
  send: (answer: SwapAnswer) => Promise<string>,
): Promise<AuditRoute> {
  const wanted = { from, fromToken, to: 'BITCOIN', toToken: 'BTC', amount, receiver } as const;
  const account = receiverOn(from);
  const body = { ...hand.tradeBody(wanted, account), enableChecks: false };
  const native =
    from === 'TRON'
      ? tron.token('TRX')
      : from === 'SOLANA'
        ? solana.tokenOn('SOLANA', 'SOL')
        : undefined;
  const srcTokenAddress = native ?? body.srcTokenAddress;
  const answer = served<SwapAnswer>(
    await hand.router('/api/routes/swapBest', { ...body, srcTokenAddress }),
  );
  const sourceTx = await send(answer);
  return {
    kind: 'cross-chain',
    provider: answer.providerType,
    account,
    from,
    fromToken: srcTokenAddress,
    to: 'BITCOIN',
    toToken: hand.tokenOn('BITCOIN', 'BTC'),
    receiver,
    amountIn: `${hand.baseUnits(from, fromToken, amount)}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx,
    destinationTx: await hand.settled(sourceTx),
  };
}

const sendOnEth = async ({ transaction }: SwapAnswer): Promise<string> => {
  const usdc = {
    from: 'ETH',
    fromToken: 'USDC',
    to: 'ETH',
    toToken: 'DAI',
    amount: '100',
  } as const;
  await evm.approve({ ...usdc, receiver: evmOwner.address }, evmOwner, transaction.approvalAddress);
  return (await evmOwner.send('ETH', transaction)).transactionHash;
};

describe('swaps from and to Bitcoin', () => {
  it('settle, and the audit explains every satoshi', async () => {
    const opening = await openBooks();
    const [bySegwit, byTaproot, fromEth, others] = await Promise.all([
      fromBitcoin(segwit, [
        trade('POLYGON', 'USDC'),
        trade('SOLANA', 'SOL'),
        trade('ETH', 'USDC', 'symbiosis'),
      ]),
      fromBitcoin(taproot, [trade('ETH', 'ETH', 'relay'), trade('TRON', 'USDT')]),
      // One after the other, since their nonces are.
      (async () => [
        await toBitcoin('ETH', ['USDC', '100'], segwit.address, sendOnEth),
        await toBitcoin('ETH', ['ETH', '1'], taproot.address, sendOnEth),
      ])(),
      Promise.all([
        toBitcoin('TRON', ['TRX', '100'], taproot.address, async ({ transaction }) => {
          return (await tron.send(tronOwner, transaction as never)).id;
        }),
        toBitcoin('SOLANA', ['SOL', '2'], segwit.address, ({ transaction }) =>
          solana.land(signedOnSolana(solanaOwner, transaction.data).serialize()),
        ),
      ]),
    ]);
    const routes = [...bySegwit, ...byTaproot, ...fromEth, ...others];
    expect(await closeAudit(opening, routes)).toEqual({ balanced: true, differences: [] });

    // One of each kind: from Bitcoin, a refund, to Bitcoin.
    for (const index of [0, 2, 5]) {
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

  it('leave nothing else unexplained that an account does, be it only for the fee', async () => {
    const opening = await openBooks();
    const [output] = await hand.node.unspent(segwit.address);
    const { address } = segwit;
    const toItself = pay({
      from: segwit,
      outputs: [output!],
      to: [{ address, value: output!.value - 1_000 }],
    });
    const txid = await hand.land(toItself);
    expect(await closeAudit(opening, [], { otherTxs: [txid] })).toEqual({
      balanced: true,
      differences: [],
    });
    const { balanced, differences } = await closeAudit(opening, []);
    expect(balanced).toBe(false);
    expect(differences).toMatchObject([
      { chain: 'BITCOIN', account: address, note: `unexplained transaction ${txid}` },
    ]);
  });

  it('pay many orders at once, each from coins of its own and once', async () => {
    const wallets = Array.from({ length: 12 }, () => segwitHand());
    const receivers = wallets.map(({ address }) => address);
    const body = {
      amount: '0.1',
      from: 'ETH',
      fromToken: 'ETH',
      to: 'BITCOIN',
      toToken: 'BTC',
    } as const;
    const sent: string[] = [];
    await served(await hand.control('/providers/across', { paused: true }));
    for (const receiver of receivers) {
      const extra = { preferredProvider: 'across', enableChecks: false };
      const wanted = hand.tradeBody({ ...body, receiver, extra }, evmOwner.address);
      sent.push(
        await sendOnEth(served<SwapAnswer>(await hand.router('/api/routes/swapBest', wanted))),
      );
    }
    await served(await hand.control('/providers/across', { paused: false }));
    const paid = await Promise.all(sent.map((hash) => hand.settled(hash)));
    expect(new Set(paid).size).toBe(receivers.length);
    for (const [index, receiver] of receivers.entries()) {
      expect(await hand.node.unspent(receiver)).toMatchObject([
        { txid: paid[index], value: 416_250 },
      ]);
    }
  });
});
