import { expect, it } from 'vitest';
import { type CancelStatus, cancelStatusOf } from '../../../src/core/operator/cancel-status.ts';
import type { Swap } from '../../../src/core/swap/swap.ts';
import { aJob, aSwap, noon } from '../../support/snapshot.ts';

const byHand = { job: aJob({ flow: 'deposit-by-hand' }) };
const short = { code: 'DEPOSIT_SHORT', message: 'too little' };
const notFinal = { code: 'DEPOSIT_NOT_FINAL', message: 'not final' };

it.each<[CancelStatus, string, Partial<Swap>]>([
  ['pending', 'a payment that may land', { state: 'executing', fundsState: 'in_flight' }],
  [
    'too_late',
    'a payment that landed',
    { state: 'settling', fundsState: 'in_flight', isPaid: true },
  ],
  ['cancelled', 'nothing paid', { state: 'cancelled' }],
  ['cancelled', 'money that came after its end', { state: 'needs_review', endedAs: 'cancelled' }],
  ['too_late', 'a person who ended it', { state: 'failed', fundsState: 'unknown' }],
  ['pending', 'a deposit that nobody has paid', { ...byHand, state: 'awaiting_deposit' }],
  [
    'pending',
    'a deposit that is not final',
    { ...byHand, state: 'confirming', fundsState: 'in_flight' },
  ],
  [
    'pending',
    'a deposit that does not become final',
    { ...byHand, state: 'needs_review', fundsState: 'in_flight', reason: notFinal },
  ],
  [
    'too_late',
    'a deposit of too little',
    { ...byHand, state: 'needs_review', fundsState: 'in_flight', reason: short },
  ],
])('is %s with %s', (status, _what, swap) => {
  expect(cancelStatusOf(aSwap({ cancelRequestedAt: noon, ...swap }))).toBe(status);
});
