import { describe, expect, it } from 'vitest';
import { completedTerms } from '../../../src/core/swap/assemble-order.ts';
import { anOrder, aReadyOrder } from '../../support/snapshot.ts';

const { transaction, echo, signals, provider, declaredFee } = aReadyOrder();
const answer = {
  provider,
  declaredFee,
  transaction: transaction!,
  echo: echo!,
  signals: signals!,
  minOut: 39_800n,
  expectedOut: 40_040n,
};
const quoted = anOrder({ quotedMinOut: 39_800n, expectedOut: 40_000n, spender: '0xa' });
const job = { bound: { kind: 'slippage', slippageBps: 50 } } as const;

describe('the terms of an order whose transaction has come', () => {
  it('expect what was accepted with the quote', () => {
    expect(completedTerms(job, quoted, { ...answer, spender: '0xa' })).toEqual({
      kind: 'completed',
      terms: { ...answer, expectedOut: 40_000n },
    });
  });

  it.each([
    ['another spender', { spender: '0xb' }, '0xb'],
    ['no spender', {}, 'none'],
  ])('are none with %s than the quote’s', (_what, change, answered) => {
    expect(completedTerms(job, quoted, { ...answer, ...change })).toEqual({
      kind: 'other_spender',
      quoted: '0xa',
      answered,
    });
  });

  it('need no spender for a deposit', () => {
    const deposit = { address: 'x', amount: 1n, exchangeId: 'e' };
    expect(completedTerms(job, quoted, { ...answer, deposit }).kind).toBe('completed');
  });
});
