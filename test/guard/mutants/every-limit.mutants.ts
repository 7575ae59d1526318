import { afterEach, describe, expect, it } from 'vitest';
import { createBlackouts } from '../../../src/core/blackouts/blackout.ts';
import { type CapBound, type CapUse, windowMs } from '../../../src/core/caps/cap.ts';
import type { JobRule } from '../../../src/core/swap/job.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { findCapReached } from '../../../src/journal/lease/cap-use.ts';
import { requireWithinCaps } from '../../../src/signer/count-caps.ts';
import { requireNoBlackout } from '../../../src/signer/require-no-blackout.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { account, aSwap, receiver, usdc } from '../../support/snapshot.ts';
import { aSwapRequest } from '../scenario.ts';
import { limits } from './limits.ts';

/*
 * `npm run check:guard`. Breaks each check that budgets and blackouts rest on, and requires that one
 * of these cases comes out differently.
 */

// Friday noon in UTC.
const now = Date.parse('2026-11-27T12:00:00Z');
const dca = (budgets: JobRule['budgets'] = []): JobRule => ({ id: 'dca', version: 1, budgets });
const none = { name: 'none', window: 'day', bound: { unit: 'count', count: 0 } } as const;
const many = { ...none, bound: { unit: 'count', count: 9 } } as const;

/** Of a payment that such a rule asks for, or a person. */
function verdictOf(caps: readonly object[], rule?: JobRule): string {
  const guard = createGuard({ policy: policyFrom({ ...testPolicyFile, caps }) });
  const verdict = guard.judge(aSwapRequest(rule ? { job: { rule } } : {}));
  return verdict.kind === 'allow'
    ? 'allow'
    : verdict.findings.map(({ rule: id }) => `${verdict.kind} ${id}`).join();
}

/** The rules whose payments the bounds of a lease count. */
function countedBy(caps: readonly object[], rule?: JobRule): string {
  const { job, chain, intent } = aSwapRequest(rule ? { job: { rule } } : {});
  const order = intent.kind === 'swap' ? intent.order : expect.unreachable();
  const guard = createGuard({ policy: policyFrom({ ...testPolicyFile, caps }) });
  const bounds = guard.capsOf({ job, chain, order })?.bounds;
  return bounds === undefined ? 'nothing' : JSON.stringify(bounds.map((one) => one.rule ?? 'all'));
}

const use: CapUse = {
  ...{ wallet: 'treasury', chain: 'ETH', token: usdc, provider: 'one', receiver, rule: 'dca' },
  ...{ amount: 10n, decimals: 6 },
};
const bound: CapBound = {
  ...{ name: 'weekly', window: 'week', unit: 'amount', limit: 15n, value: 10n, rule: 'dca' },
};

function outcome(task: () => void): string {
  try {
    task();
    return 'signs';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** Whether a signer that has signed another payment, so many milliseconds ago, signs one of 10. */
function signsAfter(ago: number): string {
  const { id: swapId, idempotencyKey } = aSwap();
  const lease = (nonce: bigint) => ({ account, terms: { kind: 'nonce', nonce } }) as const;
  const before = {
    ...{ chain: 'ETH', txId: '0x1', bytes: '0x02', maxFee: 1n, signedAt: now - ago },
    ...{ lease: lease(1n), parts: [{ swapId, idempotencyKey, retries: [], intent: 'swap', use }] },
  };
  const signing = { chain: 'ETH', txId: '0x2', lease: lease(2n) };
  return outcome(() =>
    requireWithinCaps({ payments: [before as never], together: [] }, signing, [bound], now),
  );
}

const signsIntent = (kind: 'swap' | 'cancel', of: string): string =>
  outcome(() => {
    const blackoutOf = createBlackouts([
      { name: 'closed', wallets: [of], timeZone: 'UTC', from: 0, to: 1_440 },
    ]);
    const { job, unsigned } = aSwapRequest();
    const part = { intent: { kind }, swap: { job }, unsigned };
    requireNoBlackout({ guard: { blackoutOf }, clock: { now: () => now } }, part as never);
  });

/** Whether a blackout holds at an hour of that Friday. */
function holds(
  change: object,
  subject: { wallet?: string; chain?: string; rule?: string } = {},
  hour = 12,
): boolean {
  const whole = { name: 'b', timeZone: 'UTC', from: 0, to: 1_440 };
  const blackoutOf = createBlackouts([{ ...whole, ...change }]);
  const at = now + (hour - 12) * windowMs.hour;
  return blackoutOf({ wallet: 'treasury', chain: 'ETH', ...subject }, at) !== undefined;
}

const own = aSwapRequest().job.wallet.name;

const cases: readonly [name: string, found: () => unknown, expected: unknown][] = [
  ['a budget holds a payment above it', () => verdictOf([], dca([none])), 'hold G09'],
  ['a budget with room lets it pass', () => verdictOf([], dca([many])), 'allow'],
  ['a lease counts a budget by its rule', () => countedBy([], dca([many])), '["dca"]'],
  ['a lease counts what a rule pays', () => countedBy([], dca()), '[]'],
  ['a lease counts nothing else', () => countedBy([]), 'nothing'],
  [
    'a cap of another rule',
    () => countedBy([{ window: 'day', count: 9, rule: 'sweep' }], dca()),
    '[]',
  ],
  ['a cap of each rule', () => countedBy([{ window: 'day', count: 9, each: 'rule' }]), '[]'],
  [
    'a lease above what is left',
    () => findCapReached({ caps: { use, bounds: [bound] } } as never, ['6'])?.kind,
    'cap_reached',
  ],
  ['a second signature in a week', () => signsAfter(windowMs.week - 1), 'SIGNER_REFUSED'],
  ['one of an earlier week', () => signsAfter(windowMs.week), 'signs'],
  ['a signature in a blackout', () => signsIntent('swap', own), 'BLACKOUT'],
  ['one of another wallet', () => signsIntent('swap', 'other'), 'signs'],
  ['a cancel in a blackout', () => signsIntent('cancel', own), 'signs'],
  ['a blackout of another wallet', () => holds({ wallets: ['other'] }), false],
  ['a blackout of an account', () => holds({ wallets: ['other'] }, { wallet: 'other/2' }), true],
  ['a blackout of a rule', () => holds({ rules: ['dca'] }, { rule: 'dca' }), true],
  ['a blackout of another rule', () => holds({ rules: ['sweep'] }, { rule: 'dca' }), false],
  ['a blackout of another chain', () => holds({ chains: ['BSC'] }), false],
  ['before it begins', () => holds({ from: 1_080, to: 480 }, {}, 17), false],
  ['after it has begun', () => holds({ from: 1_080, to: 480 }, {}, 18), true],
  ['after midnight', () => holds({ from: 1_080, to: 480 }, {}, 7), true],
  ['on another day', () => holds({ days: ['sat'] }), false],
];

afterEach(() => {
  globalThis.brokenCheck = undefined;
});

const surprises = (): string[] =>
  cases.flatMap(([name, found, expected]) => (found() === expected ? [] : [name]));

describe('every check of budgets and blackouts is needed', () => {
  it('has cases that come out as expected', () => {
    expect(surprises()).toEqual([]);
  });

  it.each(limits)('$name', ({ name }) => {
    globalThis.brokenCheck = name;
    expect(surprises(), 'it can be broken, and no case notices').not.toEqual([]);
  });
});
