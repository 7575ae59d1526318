import { describe, expect, it } from 'vitest';
import { decideAt } from '../../support/decide-at.ts';
import {
  aJob,
  aLandedPayment,
  aLease,
  anAttempt,
  aPaidSnapshot,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  noon,
} from '../../support/snapshot.ts';

describe('a swap whose payment the journal has lost', () => {
  const lost = { chain: 'ETH', txId: '0xlost' };
  const forgotten = { code: 'JOURNAL_WENT_BACK', message: 'forgotten' };

  it('waits for a person in any state, with funds `unknown`', () => {
    for (const snapshot of [
      aSnapshot({ lost }),
      aSnapshot({ lost, swap: aSwap({ state: 'quoted' }), order: aReadyOrder() }),
    ]) {
      expect(decideAt(snapshot)).toMatchObject({
        kind: 'transition',
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'JOURNAL_WENT_BACK' },
      });
    }
  });

  it('waits without a person while the journal imports it', () => {
    const awaiting = { ...lost, awaitsImport: true };
    const job = aJob({ deadline: noon });
    for (const swap of [aSwap(), aSwap({ state: 'quoted' }), aSwap({ job })]) {
      expect(decideAt(aSnapshot({ lost: awaiting, swap }))).toMatchObject({
        kind: 'wait',
        reason: { code: 'JOURNAL_WENT_BACK', message: expect.stringContaining('signing log') },
      });
    }
  });

  it('neither expires nor fails, and does not restart when its wallet is released', () => {
    const job = aJob({ deadline: noon });
    for (const reason of [forgotten, { code: 'WALLET_FROZEN', message: 'frozen' }]) {
      const decision = decideAt(
        aSnapshot({ lost, swap: aSwap({ state: 'needs_review', job, reason }) }),
      );
      expect(['wait', 'transition']).toContain(decision.kind);
      if (decision.kind === 'transition') expect(decision.state).toBe('needs_review');
    }
    const dead = aStep({
      outcome: 'reverted_final',
      lease: aLease([anAttempt()], { state: 'consumed' }),
    });
    const waiting = aSwap({ state: 'needs_review', job, reason: forgotten });
    expect(decideAt(aSnapshot({ lost, swap: waiting, steps: [dead] })).kind).toBe('wait');
  });

  it('follows a payment that the journal does know', () => {
    expect(decideAt(aPaidSnapshot([anAttempt()], { lost })).kind).not.toBe('transition');
  });

  it('fetches nothing twice: a refund that was signed before waits for a person', () => {
    const refusal = { kind: 'lost_attempt', ...lost } as const;
    const coin = { symbol: 'ETH', decimals: 18 };
    const swap = aSwap({ state: 'refunding', fundsState: 'in_flight' });
    expect(
      decideAt(aSnapshot({ swap, steps: [aLandedPayment()] }), { kind: 'refused', refusal, coin }),
    ).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'in_flight',
      reason: { code: 'JOURNAL_WENT_BACK' },
    });
  });
});

describe('a swap whose payment the chain shows, or may still show, and the journal denies', () => {
  const job = aJob({ deadline: noon });
  const forged = aStep({
    outcome: 'dead',
    lease: aLease([anAttempt()], { state: 'dead' }),
  });

  it.each(['PAYMENT_LANDED', 'PAYMENT_MAY_LAND'])(
    'waits for a person with %s, whatever proof the journal has and beyond its deadline',
    (code) => {
      const swap = aSwap({ state: 'needs_review', job, reason: { code, message: 'paid' } });
      for (const steps of [[], [forged]])
        expect(decideAt(aSnapshot({ swap, steps })).kind).toBe('wait');
    },
  );
});
