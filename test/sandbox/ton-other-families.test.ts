import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { segwitHand } from './bitcoin-by-hand.ts';
import { bitcoinHand } from './bitcoin-hand.ts';
import { served, type Trade } from './service-by-hand.ts';
import { type SolanaSwapAnswer, signedBy, solanaHand } from './solana-hand.ts';
import { type TonHand, type TonOwner, tonHand } from './ton-hand.ts';
import { tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: TonHand;
let owner: TonOwner;
beforeAll(async () => {
  sandbox = await startSandbox({ blockIntervalMs: 100 });
  hand = tonHand(sandbox.endpoints);
  owner = await hand.walletWith({ TON: '1000', USDT: '1000' });
});
afterAll(() => sandbox?.close());

/** From TON, one after the other, since their seqnos are. */
async function fromTon(trades: readonly Trade[]): Promise<AuditRoute[]> {
  const routes: AuditRoute[] = [];
  for (const trade of trades) {
    const executed = await hand.execute(trade, owner);
    routes.push({
      ...hand.routeOf(trade, owner, executed),
      destinationTx: await hand.settled(executed.id),
    });
  }
  return routes;
}

/** To TON. @param send executes what the router gives @returns its id */
async function toTon(
  from: Trade['from'],
  [fromToken, amount]: readonly [string, string],
  account: string,
  send: (transaction: never) => Promise<string>,
): Promise<AuditRoute> {
  const trade = {
    from,
    fromToken,
    to: 'TON',
    toToken: 'TON',
    amount,
    receiver: owner.address,
  } as const;
  const body = hand.tradeBody(trade, account);
  const answer = served<SolanaSwapAnswer>(await hand.router('/api/routes/swapBest', body));
  const sourceTx = await send(answer.transaction as never);
  return {
    kind: 'cross-chain',
    provider: answer.providerType,
    account,
    from,
    fromToken: hand.tokenOn(from, fromToken),
    to: 'TON',
    toToken: hand.tokenOn('TON', 'TON'),
    receiver: owner.address,
    amountIn: `${hand.baseUnits(from, fromToken, amount)}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx,
    destinationTx: await hand.settled(sourceTx),
  };
}

it('swaps between TON and TRON, Solana and Bitcoin settle, with balanced books', async () => {
  const [tron, solana, bitcoin] = [
    tronByHand(sandbox.endpoints),
    solanaHand(sandbox.endpoints),
    bitcoinHand(sandbox.endpoints),
  ];
  const segwit = segwitHand();
  const [tronOwner, solanaOwner] = await Promise.all([
    tron.walletWith({ TRX: 10_000n }),
    solana.walletWith({ SOL: '100' }),
    bitcoin.fund(segwit, '0.5'),
  ]);
  const solanaAddress = solanaOwner.publicKey.toBase58();
  const opening = await openAudit({
    chains: sandbox.endpoints.chains,
    accounts: [
      { chain: 'TON', address: owner.address },
      { chain: 'TRON', address: tronOwner.address },
      { chain: 'SOLANA', address: solanaAddress },
      { chain: 'BITCOIN', address: segwit.address },
    ],
  });
  const [routes, ...others] = await Promise.all([
    fromTon([
      {
        from: 'TON',
        fromToken: 'USDT',
        to: 'TRON',
        toToken: 'USDT',
        amount: '10',
        receiver: tronOwner.address,
      },
      {
        from: 'TON',
        fromToken: 'TON',
        to: 'SOLANA',
        toToken: 'SOL',
        amount: '10',
        receiver: solanaAddress,
      },
      {
        from: 'TON',
        fromToken: 'TON',
        to: 'BITCOIN',
        toToken: 'BTC',
        amount: '20',
        receiver: segwit.address,
      },
      {
        from: 'TON',
        fromToken: 'USDT',
        to: 'BITCOIN',
        toToken: 'BTC',
        amount: '30',
        receiver: segwit.address,
      },
    ]),
    toTon(
      'TRON',
      ['TRX', '100'],
      tronOwner.address,
      async (it) => (await tron.send(tronOwner, it)).id,
    ),
    toTon('SOLANA', ['SOL', '1'], solanaAddress, ({ data }: { data: string }) =>
      solana.land(signedBy(solanaOwner, data).serialize()),
    ),
  ]);
  const trade = {
    from: 'BITCOIN',
    fromToken: 'BTC',
    to: 'TON',
    toToken: 'USDT',
    amount: '0.01',
    receiver: owner.address,
  } as const;
  const fromBitcoin = await bitcoin.execute(trade, segwit);
  const last = bitcoin.routeOf(trade, segwit, fromBitcoin);
  const all = [
    ...routes,
    ...others,
    { ...last, destinationTx: await bitcoin.settled(last.sourceTx) },
  ];
  expect(await closeAudit(opening, all)).toEqual({ balanced: true, differences: [] });
});
