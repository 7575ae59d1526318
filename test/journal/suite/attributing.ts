import { describe, expect, it } from 'vitest';
import type { SettlementFinding } from '../../../src/core/settlement/settlement.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Leg } from '../../../src/core/swap/swap.ts';
import type { ReceivedTransfer } from '../../../src/ports/payments.ts';
import { find as findIn, payFor as pay, showing, transfer } from './finding.ts';
import { leased, newWorld, token, type Under } from './fixture.ts';
import { lostEntry, person } from './lost-entry.ts';

/**
 * A swap that is to be paid out in tokens to the wallet, and another one that paid 400 of these
 * tokens from that wallet in block 90.
 */
async function bothWays(under: Under) {
  const here = await newWorld(under());
  const elsewhere = await newWorld(under());
  const tokenHere = {
    family: 'evm',
    chain: here.chain,
    token,
    decimals: 6,
    symbol: 'USDC',
  } as const;
  const awaited = await pay(elsewhere, {
    to: tokenHere,
    receiver: here.wallet.address.toLowerCase(),
  });
  const paidBack = await pay(here, { from: tokenHere, to: elsewhere.job().from, amount: 400n });
  const report = async (id: SwapId, status: string, txId?: string): Promise<void> => {
    const destination = txId === undefined ? {} : { destination: { chain: here.chain, txId } };
    await here.journal.recordStatus({
      swapId: id,
      version: await here.version(id),
      status,
      ...destination,
    });
  };
  /** The finding for the awaited payout if the chain shows these transfers to the wallet. */
  const find = (...transfers: ReceivedTransfer[]): Promise<SettlementFinding> =>
    findIn(here, awaited, showing(...transfers));
  return { here, elsewhere, tokenHere, awaited, paidBack, report, find };
}

export function describeAttributing(under: Under): void {
  describe('a payout awaited where a refund may come to', () => {
    it('is not inferred from what could be the refund of another swap', async () => {
      const { paidBack, report, find } = await bothWays(under);
      await report(paidBack, 'REVERTED');
      expect(await find(transfer())).toEqual({ kind: 'ambiguous' });
    });

    it('is inferred if no refund has that amount, or it arrives before the payment that would be refunded', async () => {
      const { paidBack, report, find } = await bothWays(under);
      await report(paidBack, 'REVERTED');
      expect(await find(transfer({ amount: 401n }))).toMatchObject({
        kind: 'found',
        level: 'inferred',
      });
      expect(await find(transfer({ block: { number: 90n, hash: '0xc' } }))).toMatchObject({
        kind: 'found',
      });
    });

    it('is not taken from a transaction that the router reports while the refund may have the same amount', async () => {
      const { awaited, paidBack, report, find } = await bothWays(under);
      const named = transfer();
      await report(awaited, 'SUCCESS', named.txId);
      await report(paidBack, 'REVERTED');
      expect(await find(named)).toEqual({ kind: 'ambiguous' });
      await report(paidBack, 'SUCCESS');
      expect(await find(named)).toMatchObject({ kind: 'found', level: 'inferred' });
    });

    it('is what arrives next to a refund that was credited, which counts once', async () => {
      const { here, awaited, paidBack, report, find } = await bothWays(under);
      const refund = transfer();
      const leg: Leg = { ...refund, chain: here.chain, role: 'refund', level: 'inferred' };
      await here.settle(paidBack, {
        state: 'refunded',
        fundsState: 'returned',
        level: 'inferred',
        legs: [leg],
      });
      expect(await find(refund)).toEqual({ kind: 'nothing' });
      await report(awaited, 'SUCCESS', refund.txId);
      expect(await find(refund)).toEqual({ kind: 'nothing' });
      const payout = transfer();
      expect(await find(refund, payout)).toMatchObject({
        kind: 'found',
        legs: [{ txId: payout.txId }],
      });
    });

    it('is not what a transaction of another swap has claimed, reported or not', async () => {
      const { here, awaited, paidBack, report, find } = await bothWays(under);
      const fetching = leased(await here.lease(paidBack, { kind: 'refund', reserve: [] }, false));
      const refund = transfer({ amount: 5_000n });
      await here.commit(paidBack, fetching.leaseId, { txId: refund.txId });
      expect(await find(refund)).toEqual({ kind: 'nothing' });
      await report(awaited, 'SUCCESS', refund.txId);
      expect(await find(refund)).toEqual({ kind: 'nothing' });
    });

    it('may have come by a claim of this swap', async () => {
      const { here, elsewhere, awaited, find } = await bothWays(under);
      const claim = leased(
        await elsewhere.lease(awaited, { kind: 'claim', chain: here.chain, reserve: [] }, false),
      );
      const payout = transfer({ amount: 5_000n });
      await elsewhere.commit(awaited, claim.leaseId, { txId: payout.txId });
      expect(await find(payout)).toMatchObject({ kind: 'found', legs: [{ txId: payout.txId }] });
    });

    it('may have come by a lost claim of this swap, but not by one of another swap', async () => {
      const { here, elsewhere, awaited, find } = await bothWays(under);
      const chain = { chain: here.chain };
      const own = transfer({ amount: 5_000n });
      const others = transfer({ amount: 5_000n });
      await here.journal.recordLosses([
        lostEntry(elsewhere, {
          ...chain,
          swapId: awaited,
          step: 'claim',
          nonce: 5n,
          txId: own.txId,
        }),
        lostEntry(elsewhere, { ...chain, step: 'claim', nonce: 6n, txId: others.txId }),
      ]);
      await here.journal.adopt(person);
      expect(await find(own, others)).toMatchObject({ kind: 'found', legs: [{ txId: own.txId }] });
      expect(await find(others)).toEqual({ kind: 'nothing' });
    });
  });
}
