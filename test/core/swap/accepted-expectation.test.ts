import { describe, expect, it } from 'vitest';
import {
  acceptedExpectation,
  acceptedMinimum,
} from '../../../src/core/swap/accepted-expectation.ts';
import { anOrder, aReadyOrder } from '../../support/snapshot.ts';

const slippage = { bound: { kind: 'slippage', slippageBps: 50 } } as const;
const quote = anOrder({ quotedMinOut: 39_800n, expectedOut: 40_000n });

describe('swap data that expects more than its quote', () => {
  it('is as good as the quote if it keeps the minimum', () => {
    const better = { minOut: 39_800n, expectedOut: 40_040n };
    expect(acceptedExpectation(slippage, quote, better)).toBe(40_000n);
    const raised = { minOut: 39_839n, expectedOut: 40_040n };
    expect(acceptedExpectation(slippage, quote, raised)).toBe(40_040n);
  });

  it('is no better with a lower minimum', () => {
    const lower = { minOut: 39_799n, expectedOut: 40_040n };
    expect(acceptedExpectation(slippage, quote, lower)).toBe(40_040n);
  });
});

describe('the minimum that a slippage bound leaves', () => {
  const terms = { quotedMinOut: 39_800n, expectedOut: 40_040n };

  it('is at most what the quote promised, once the quote was accepted', () => {
    expect(acceptedMinimum(slippage, aReadyOrder(terms))).toBe(39_800n);
  });

  it('is that of the expectation for a quote, for one call without one, and for a worse answer', () => {
    expect(acceptedMinimum(slippage, anOrder(terms))).toBe(39_839n);
    expect(acceptedMinimum(slippage, aReadyOrder({ ...terms, quoteId: 'o-1' }))).toBe(39_839n);
    expect(acceptedMinimum(slippage, aReadyOrder({ ...terms, expectedOut: 39_900n }))).toBe(
      39_700n,
    );
  });

  it('is the job’s own if it has one', () => {
    const job = { bound: { kind: 'min_out', minOut: 39_999n } } as const;
    expect(acceptedMinimum(job, aReadyOrder(terms))).toBe(39_999n);
  });
});
