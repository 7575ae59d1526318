import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand } from './by-hand.ts';
import type { Trade } from './service-by-hand.ts';
import { asAsked, type TonHand, type TonOwner, tonHand } from './ton-hand.ts';

let sandbox: Sandbox;
let hand: TonHand;
let evm: Hand;
let evmOwner: ReturnType<Hand['wallet']>;
let evmOther: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TON'],
    blockIntervalMs: 100,
    routerConfirmations: 3,
  });
  hand = tonHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  evmOwner = await evm.walletWith({});
  evmOther = await evm.walletWith({});
});
afterAll(() => sandbox?.close());

const toPolygon = (
  fromToken: string,
  provider: string,
  receiver: string = evmOwner.address,
): Trade => ({
  from: 'TON',
  fromToken,
  to: 'POLYGON',
  toToken: 'USDC',
  amount: '2',
  receiver,
  extra: { preferredProvider: provider },
});

const openBooks = (owner: TonOwner) =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: [
      { chain: 'TON', address: owner.address },
      ...[evmOwner, evmOther].map(({ address }) => ({ chain: 'POLYGON' as const, address })),
    ],
  });

const balanced = { balanced: true, differences: [] };

async function refundOf(quoteId: string): Promise<{ amount: string; tx: string }> {
  const { orders } = await evm.orders();
  const told = orders as unknown as readonly Record<
    'quoteId' | 'refundAmount' | 'refundTx',
    string
  >[];
  const order = told.find((one) => one.quoteId === quoteId);
  return { amount: order!.refundAmount, tx: order!.refundTx };
}

/** Waits until what is on its way has arrived. */
async function quiet(): Promise<void> {
  const { latestSeqno } = await hand.client.getMasterchainInfo();
  await waitFor(async () =>
    expect((await hand.client.getMasterchainInfo()).latestSeqno).toBeGreaterThan(latestSeqno + 5),
  );
}

describe('orders that one message of a TON wallet pays for', () => {
  it('have each its own status by its quote’s id, and its place in the audit, where one message pays for several', async () => {
    const payer = await hand.walletWith({ TON: '50', USDT: '100' }, 'v5');
    const opening = await openBooks(payer);
    const trades = [
      toPolygon('TON', 'across'),
      toPolygon('TON', 'relay', evmOther.address),
      toPolygon('USDT', 'symbiosis'),
      {
        from: 'TON',
        fromToken: 'TON',
        to: 'TON',
        toToken: 'USDT',
        amount: '3',
        receiver: hand.somebody().address,
      } as const,
    ];
    const answers: Awaited<ReturnType<TonHand['prepare']>>[] = [];
    for (const trade of trades) answers.push(await hand.prepare(trade, payer));
    const messages = answers.flatMap(({ transaction }) => transaction.tonMessages.map(asAsked));
    const id = await hand.send(payer, messages);
    const ends = ['SUCCESS', 'SUCCESS', 'REVERTED'];
    const destinations: (string | null)[] = [];
    for (const [index, end] of ends.entries())
      destinations.push(await hand.settled(id, end, answers[index]!.quoteId));
    expect(destinations[0]).not.toBe(destinations[1]);
    const refund = await refundOf(answers[2]!.quoteId);
    await quiet();
    const routes: AuditRoute[] = trades.map((trade, index) => ({
      ...hand.routeOf(trade, payer, { answer: answers[index]!, id }),
      destinationTx: destinations[index] ?? null,
    }));
    routes[2] = {
      ...routes[2]!,
      kind: 'refund',
      amountOut: refund.amount,
      destinationTx: refund.tx,
    };
    expect(await closeAudit(opening, routes)).toEqual(balanced);
    expect((await closeAudit(opening, routes.slice(1))).balanced).toBe(false);
    // One payment is nobody's twice.
    expect((await closeAudit(opening, [...routes, routes[0]!])).balanced).toBe(false);
  });

  it('have not failed where only what is paid for by the same message has', async () => {
    const poor = await hand.walletWith({ TON: '50', USDT: '3' });
    const trades = [
      toPolygon('USDT', 'relay'),
      toPolygon('USDT', 'relay'),
      toPolygon('TON', 'across'),
    ];
    const answers: Awaited<ReturnType<TonHand['prepare']>>[] = [];
    for (const trade of trades) answers.push(await hand.prepare(trade, poor));
    const id = await hand.send(
      poor,
      answers.flatMap(({ transaction }) => transaction.tonMessages.map(asAsked)),
    );
    const told = new Set<string>();
    const [, failing, paying] = answers;
    await waitFor(async () => {
      const { status } = await hand.status(id, paying!.quoteId);
      told.add(status);
      expect(status).toBe('SUCCESS');
    });
    expect(told).not.toContain('FAIL');
    expect(await hand.status(id, failing!.quoteId)).toMatchObject({ status: 'FAIL' });
  });
});
