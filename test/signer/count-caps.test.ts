import { describe, expect, it } from 'vitest';
import type { CapBound, CapUse } from '../../src/core/caps/cap.ts';
import type { Signature } from '../../src/ports/signature-log.ts';
import { requireWithinCaps } from '../../src/signer/count-caps.ts';
import { account, aSwap, receiver, usdc } from '../support/snapshot.ts';

const now = 1_800_000_000_000;

const use = (change: Partial<CapUse> = {}): CapUse => ({
  ...{ wallet: 'treasury', chain: 'ETH', token: usdc, provider: 'one', receiver, rule: '' },
  ...{ amount: 10n, decimals: 6 },
  ...change,
});

function paid(nonce: bigint, taken: CapUse, change: Partial<Signature> = {}): Signature {
  const { id: swapId, idempotencyKey } = aSwap();
  return {
    ...{ chain: 'ETH', txId: `0x${nonce}${taken.provider}`, bytes: '0x02', maxFee: 1n },
    ...{ signedAt: now - 1, lease: { account, terms: { kind: 'nonce', nonce } } },
    parts: [{ swapId, idempotencyKey, retries: [], intent: 'swap', use: taken }],
    ...change,
  };
}

/** Whether a payment of 10 may be signed under nonce 9 beside these, with 25 an hour. */
function outcome(payments: Signature[], subjects: Partial<CapBound> = {}): string {
  const bound = { name: 'few', window: 'hour', unit: 'amount', limit: 25n, value: 10n } as const;
  const signing = {
    chain: 'ETH',
    txId: '',
    lease: { account, terms: { kind: 'nonce', nonce: 9n } },
  };
  try {
    requireWithinCaps(
      { payments, together: [] },
      signing as never,
      [{ ...bound, ...subjects }],
      now,
    );
    return 'signs';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('what a signer has signed for a rule in a week', () => {
  const ago = (days: number) => ({ signedAt: now - days * 86_400_000 });
  const week = { window: 'week', rule: 'dca' } as const;

  it('is what it has signed for that rule within seven days', () => {
    const dca = use({ rule: 'dca' });
    const both = [paid(1n, dca, ago(6)), paid(2n, dca, ago(2))];
    expect(outcome(both, week)).toBe('SIGNER_REFUSED');
    expect(outcome(both, { ...week, window: 'day' })).toBe('signs');
    expect(outcome(both, { ...week, rule: 'sweep' })).toBe('signs');
    expect(outcome([paid(1n, dca, ago(7)), paid(2n, dca, ago(2))], week)).toBe('signs');
    expect(outcome([paid(1n, use(), ago(6)), paid(2n, dca, ago(2))], week)).toBe('signs');
  });
});

describe('what a signer has signed in an hour', () => {
  it('is what each lease takes, once', () => {
    expect(outcome([paid(1n, use())])).toBe('signs');
    expect(outcome([paid(1n, use()), paid(1n, use())])).toBe('signs');
    expect(outcome([paid(1n, use()), paid(2n, use())])).toBe('SIGNER_REFUSED');
  });

  it('is for a provider what may land by it, though another payment could land instead', () => {
    const both = [1n, 2n].flatMap((nonce) => [
      paid(nonce, use()),
      paid(nonce, use({ provider: 'another' })),
    ]);
    expect(outcome(both, { provider: 'one' })).toBe('SIGNER_REFUSED');
    expect(outcome(both, { provider: 'another' })).toBe('SIGNER_REFUSED');
    expect(outcome(both, { provider: 'a third' })).toBe('signs');
  });

  it('is the largest of those that could land instead of one another', () => {
    expect(outcome([paid(1n, use({ amount: 20n })), paid(1n, use({ amount: 1n }))])).toBe(
      'SIGNER_REFUSED',
    );
  });
});
