import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Trade } from './service-by-hand.ts';
import { asAsked, type TonHand, type TonOwner, tonHand } from './ton-hand.ts';

let sandbox: Sandbox;
let hand: TonHand;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TON'], blockIntervalMs: 100 });
  hand = tonHand(sandbox.endpoints);
});
afterAll(() => sandbox?.close());

const balanced = { balanced: true, differences: [] };

const within = (fromToken: string, toToken: string, amount: string, receiver: string): Trade => {
  const side = { from: 'TON', fromToken, to: 'TON', toToken } as const;
  return { ...side, amount, receiver };
};

const openBooks = (...owners: TonOwner[]) =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: owners.map(({ address }) => ({ chain: 'TON' as const, address })),
  });

/** Waits until what is on its way has arrived. */
async function quiet(): Promise<void> {
  const { latestSeqno } = await hand.client.getMasterchainInfo();
  await waitFor(async () =>
    expect((await hand.client.getMasterchainInfo()).latestSeqno).toBeGreaterThan(latestSeqno + 6),
  );
}

async function swap(trade: Trade, owner: TonOwner): Promise<AuditRoute> {
  const executed = await hand.execute(trade, owner);
  await quiet();
  const claim = hand.routeOf(trade, owner, executed);
  expect(claim).toMatchObject({ kind: 'on-chain', provider: 'STONFI' });
  return claim;
}

describe('swaps on TON alone', () => {
  it('bring what was quoted to whom it is for, and the audit explains every nanoton', async () => {
    const [owner, receiver] = [
      await hand.walletWith({ TON: '50', USDT: '100' }),
      await hand.walletWith({ TON: '1' }),
    ];
    const opening = await openBooks(owner, receiver);
    const routes = [
      await swap(within('TON', 'USDT', '2', owner.address), owner),
      await swap(within('TON', 'USDT', '3', receiver.address), owner),
      await swap(within('USDT', 'TON', '5', owner.address), owner),
      await swap(within('USDT', 'TON', '7', receiver.address), owner),
    ];
    expect(await closeAudit(opening, routes)).toEqual(balanced);
    for (const [index, one] of routes.entries()) {
      const wrong =
        index % 2 === 0
          ? { ...one, amountOut: `${BigInt(one.amountOut) + 1n}` }
          : { ...one, amountIn: `${BigInt(one.amountIn) - 1n}` };
      expect(
        (await closeAudit(opening, routes.with(index, wrong))).balanced,
        `route ${index}`,
      ).toBe(false);
    }
  });

  it.each([
    ['TON', 'USDT', '10', '30000'],
    ['USDT', 'TON', '10', '90000'],
  ])(
    'give %s back where the price has moved since the quote',
    async (fromToken, toToken, amount, much) => {
      const owner = await hand.walletWith({ TON: '50', USDT: '100' });
      const whale = await hand.walletWith({ TON: '50000', USDT: '100000' });
      const opening = await openBooks(owner);
      const trade = within(fromToken, toToken, amount, owner.address);
      const { transaction } = await hand.prepare({ ...trade, extra: { slippage: 0.001 } }, owner);
      await swap(within(fromToken, toToken, much, whale.address), whale);
      const before = {
        in: await hand.balance(fromToken, owner.address),
        out: await hand.balance(toToken, owner.address),
      };
      const id = await hand.send(owner, transaction.tonMessages.map(asAsked));
      await quiet();
      const gas = 100_000_000n;
      expect(await hand.balance('USDT', owner.address)).toBe(
        fromToken === 'USDT' ? before.in : before.out,
      );
      expect(await hand.balance('TON', owner.address)).toBeGreaterThan(
        (fromToken === 'TON' ? before.in : before.out) - gas,
      );
      expect(await closeAudit(opening, [], { otherTxs: [id] })).toEqual(balanced);
    },
  );
});
