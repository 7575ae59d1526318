import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../src/core/amounts/amounts.ts';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { StepId, SwapId } from '../../../src/core/swap/ids.ts';
import type { AllowanceView, Snapshot } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import {
  aCrossChainJob,
  aJob,
  aLease,
  anAttempt,
  anOrder,
  aPaidSnapshot,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  final,
  included,
  noon,
  spender,
  usdc,
} from '../../support/snapshot.ts';

const allowance = (change: Partial<AllowanceView> = {}): AllowanceView => ({
  token: usdc,
  spender,
  confirmed: { value: 1_000_000_000n, block: 90n },
  signedNeeds: 0n,
  ...change,
});
const quoted = (change: Partial<Snapshot> = {}) =>
  aSnapshot({
    swap: aSwap({ state: 'quoted' }),
    order: anOrder(),
    allowance: allowance(),
    ...change,
  });
const paid = (attempts = [anAttempt()], change: Partial<Snapshot> = {}) =>
  aPaidSnapshot(attempts, { allowance: allowance(), ...change });

describe('a swap that waits for a person with nothing paid', () => {
  const waiting = (change: Partial<Snapshot> = {}, job = aJob()) =>
    aSnapshot({
      swap: aSwap({
        state: 'needs_review',
        job,
        reason: { code: 'WALLET_FROZEN', message: 'frozen' },
      }),
      ...change,
    });

  it('waits until its deadline, and no longer', () => {
    expect(decideAt(waiting({ stopped: { code: 'WALLET_FROZEN', message: 'frozen' } })).kind).toBe(
      'wait',
    );
    expect(decideAt(waiting({}, aJob({ deadline: noon })))).toMatchObject({
      state: 'expired',
      fundsState: 'untouched',
    });
  });

  it('does both despite a lease that was voided without a signature', () => {
    const steps = [aStep({ lease: aLease([], { state: 'void' }) })];
    expect(decideAt(waiting({ steps }))).toMatchObject({ kind: 'transition', state: 'requested' });
    expect(decideAt(waiting({ steps }, aJob({ deadline: noon })))).toMatchObject({
      state: 'expired',
    });
  });

  it('goes on only once its overdue signed step is proven', () => {
    const reason = { code: 'WITNESS_MISSING', message: 'a host does not answer' };
    const swap = aSwap({ state: 'needs_review', reason });
    const approve = (change: Partial<Parameters<typeof aStep>[0]> = {}) =>
      aStep({ kind: 'approve', lease: aLease([anAttempt()]), ...change });
    const open = aSnapshot({ swap, steps: [approve()] });
    expect(decideAt(open)).not.toMatchObject({ kind: 'transition' });
    const proven = aSnapshot({
      swap,
      steps: [approve({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) })],
    });
    expect(decideAt(proven)).toMatchObject({
      kind: 'transition',
      state: 'requested',
      fundsState: 'untouched',
    });
    const other = aSwap({
      state: 'needs_review',
      reason: { code: 'GUARD_REJECTED', message: 'E01' },
    });
    expect(decideAt({ ...proven, swap: other }).kind).toBe('wait');
  });

  it('starts again when its wallet is released, unless a payment of it was signed', () => {
    expect(decideAt(waiting())).toMatchObject({
      kind: 'transition',
      state: 'requested',
      fundsState: 'untouched',
    });
    expect(
      decideAt(waiting({ stopped: { code: 'SIGNING_STOPPED', message: 'kill switch' } })).kind,
    ).toBe('wait');
    const other = { code: 'GUARD_REJECTED', message: 'bent' };
    expect(decideAt(waiting({ swap: aSwap({ state: 'needs_review', reason: other }) })).kind).toBe(
      'wait',
    );
  });

  it('fails with the money untouched once its payment is proven dead', () => {
    const lease = aLease([anAttempt({ inclusion: { ...final, succeeded: false } })], {
      state: 'consumed',
    });
    const steps = [aStep({ outcome: 'reverted_final', lease })];
    expect(decideAt(waiting({ steps }))).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'PAYMENT_REVERTED' },
    });
  });
});

describe('a step that is final', () => {
  it('is proven, after a failure with a pause', () => {
    const snapshot = paid([anAttempt({ inclusion: final, progressed: true })]);
    expect(decideAt(snapshot)).toMatchObject({ kind: 'prove' });
    expect(decideAt(snapshot, failed('retry'))).toMatchObject({ kind: 'wait', failed: true });
  });
});

/** The same after enough consecutive failures for a review. */
const stubborn = ({ swap, ...rest }: Snapshot): Snapshot => ({
  ...rest,
  swap: { ...swap, consecutiveFailures: policy.reviewAfterFailures },
});

describe('before anything is paid', () => {
  it('asks for a quote', () => {
    expect(decideAt(aSnapshot())).toEqual({ kind: 'quote' });
  });

  it('expires at the deadline with the money untouched, and reports what delayed it', () => {
    const swap = aSwap({
      job: aJob({ deadline: noon }),
      reason: { code: 'ROUTER_NO_ROUTE', message: 'no route' },
    });
    expect(decideAt(aSnapshot({ swap }))).toMatchObject({
      kind: 'transition',
      state: 'expired',
      fundsState: 'untouched',
      reason: { code: 'ROUTER_NO_ROUTE' },
    });
  });

  it('pauses before it retries an end that could not be recorded', () => {
    const swap = aSwap({ job: aJob({ deadline: noon }) });
    const decision = decideAt(aSnapshot({ swap }), failed('retry'));
    expect(decision).toMatchObject({ kind: 'wait', failed: true });
    expect((decision as { delay: number }).delay).toBeGreaterThanOrEqual(policy.retryBase / 2);
  });

  it('requotes if the quote or the swap data is too old', () => {
    expect(decideAt(quoted({ order: anOrder({ quotedAt: noon - policy.quoteMaxAge }) })).kind).toBe(
      'close_order',
    );
    expect(decideAt(quoted({ order: aReadyOrder({ signBy: noon }) })).kind).toBe('close_order');
  });

  it("does not act on an order below the job's minimum, and asks again later", () => {
    const order = aReadyOrder({ minOut: 389n });
    const { symbol, decimals } = quoted({ order }).swap.job.to;
    const told = (units: bigint) => `${formatAmount(units, decimals)} ${symbol}`;
    expect(decideAt(quoted({ order }))).toMatchObject({
      kind: 'wait',
      reason: {
        code: 'QUOTE_BELOW_MINIMUM',
        message: `the order's minimum ${told(389n)} is below the job's ${told(390n)}`,
      },
    });
    expect(decideAt(quoted({ order }), none, order.quotedAt + policy.settlementPoll).kind).toBe(
      'close_order',
    );
  });

  it('holds a slippage job to what the order itself expects', () => {
    const swap = aSwap({
      state: 'quoted',
      job: aJob({ bound: { kind: 'slippage', slippageBps: 50 } }),
    });
    const order = (minOut: bigint) => aReadyOrder({ expectedOut: 10_000n, minOut });
    expect(decideAt(quoted({ swap, order: order(9_950n) })).kind).toBe('execute');
    expect(decideAt(quoted({ swap, order: order(9_949n) })).kind).toBe('wait');
  });

  it('arranges the allowance before it asks for swap data', () => {
    const short = { confirmed: { value: 999_999_999n, block: 90n } };
    const { confirmed, ...unread } = allowance();
    expect(confirmed).toBeDefined();
    expect(decideAt(quoted({ allowance: unread })).kind).toBe('read_allowance');
    expect(decideAt(quoted({ allowance: allowance(short) }))).toMatchObject({
      kind: 'execute',
      step: 'approve',
    });
    expect(decideAt(quoted({ allowance: allowance({ signedNeeds: 1n }) }))).toMatchObject({
      step: 'approve',
    });
    expect(decideAt(quoted()).kind).toBe('request_swap_data');
    expect(decideAt(quoted({ order: aReadyOrder() }))).toMatchObject({
      kind: 'execute',
      step: 'swap',
    });
  });

  it('requests the deposit target of a quote once, since each request may open another order', () => {
    const asked = anOrder({ requestedAt: noon - 1 });
    expect(decideAt(quoted({ order: asked })).kind).toBe('request_swap_data');
    const swap = aSwap({ state: 'quoted', job: aJob({ flow: 'deposit' }) });
    expect(decideAt(quoted({ swap, order: anOrder() })).kind).toBe('request_swap_data');
    const deposit = { address: '0xd', amount: 1n, exchangeId: 'x-1' };
    const order = aReadyOrder({ deposit, requestedAt: noon - 1 });
    expect(decideAt(quoted({ swap, order }))).toMatchObject({ kind: 'execute', step: 'deposit' });
    expect(decideAt(quoted({ swap, order: asked }))).toMatchObject({
      kind: 'wait',
      reason: { code: 'ORDER_ANSWER_LOST' },
    });
  });

  it('waits for an approve in flight instead of sending another', () => {
    const inFlight = { stepId: 'p-9' as StepId, swapId: 's-9' as SwapId };
    const snapshot = quoted({ allowance: allowance({ signedNeeds: 1n, approving: inFlight }) });
    expect(decideAt(snapshot).kind).toBe('wait');
  });

  it('zeroes an allowance first if the token requires it, once payments in flight have used theirs', () => {
    const reverts = (standing: bigint): Observation => ({
      kind: 'approve_reverts',
      standing,
      reason: { code: 'TRANSACTION_REVERTS', message: 'reverts' },
    });
    const short = { confirmed: { value: 5n, block: 90n } };
    expect(decideAt(quoted({ allowance: allowance(short) }), reverts(5n))).toMatchObject({
      step: 'revoke',
    });
    expect(
      decideAt(quoted({ allowance: allowance({ ...short, signedNeeds: 5n }) }), reverts(5n)).kind,
    ).toBe('wait');
    const approving = { stepId: 'p-9' as StepId, swapId: 's-9' as SwapId };
    expect(
      decideAt(quoted({ allowance: allowance({ ...short, approving }) }), reverts(5n)).kind,
    ).toBe('wait');
    expect(decideAt(quoted({ allowance: allowance(short) }), reverts(0n))).toMatchObject({
      kind: 'wait',
      failed: true,
    });
    // Another swap's approve for both has landed since: it is not revoked.
    const { amount } = quoted().swap.job;
    const enough = { confirmed: { value: amount + 5n, block: 91n } };
    const covered = quoted({ order: aReadyOrder(), allowance: allowance(enough) });
    expect(decideAt(covered, reverts(amount + 5n))).toMatchObject({
      kind: 'execute',
      step: 'swap',
    });
  });

  it('signs nothing while a switch is set, and asks for a person when the wallet is frozen', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'kill switch' };
    expect(decideAt(quoted({ order: aReadyOrder(), stopped })).kind).toBe('wait');
    const frozen = { code: 'WALLET_FROZEN', message: 'foreign use' };
    expect(decideAt(quoted({ stopped: frozen }))).toMatchObject({ state: 'needs_review' });
  });

  it('waits until a blackout ends, an hour at most, and no longer than its deadline', () => {
    const until = noon + 600_000;
    const stopped = { code: 'BLACKOUT', message: 'quiet', until };
    const reason = { code: 'BLACKOUT', message: 'quiet' };
    const swap = aSwap({ job: aJob({ deadline: noon + 86_400_000 }) });
    const delay = (end: number, of = swap) =>
      decideAt(aSnapshot({ swap: of, stopped: { ...stopped, until: end } }));
    expect(delay(until)).toEqual({ kind: 'wait', delay: 600_000, failed: false, reason });
    expect(delay(noon + 7_200_000)).toMatchObject({ delay: 3_600_000 });
    const brief = aSwap({ job: aJob({ deadline: noon + 1_000 }) });
    expect(delay(until, brief)).toMatchObject({ delay: 1_000 });
  });

  it('waits after a journal rollback', () => {
    const stopped = { code: 'JOURNAL_WENT_BACK', message: 'forgotten' };
    expect(decideAt(quoted({ order: aReadyOrder(), stopped }))).toMatchObject({
      kind: 'wait',
      reason: stopped,
    });
  });

  it('answers errors by what they say to do next', () => {
    expect(decideAt(aSnapshot(), failed('retry'))).toMatchObject({ kind: 'wait', failed: true });
    expect(decideAt(quoted(), failed('requote')).kind).toBe('close_order');
    expect(decideAt(quoted(), failed('stop'))).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
    });
    expect(decideAt(quoted(), failed('review'))).toMatchObject({ state: 'needs_review' });
  });

  it('waits longer after every failure', () => {
    const delayAfter = (consecutiveFailures: number) => {
      const decision = decideAt(
        aSnapshot({ swap: aSwap({ consecutiveFailures }) }),
        failed('retry'),
      );
      return decision.kind === 'wait' ? decision.delay : 0;
    };
    const [first = 0, second = 0, third = 0] = [0, 1, 2].map(delayAfter);
    expect(second).toBeGreaterThan(1.5 * first);
    expect(third).toBeGreaterThan(1.5 * second);
  });

  it('waits for room in a cap, but not beyond its deadline', () => {
    const reached = (until: number): Observation => ({
      kind: 'refused',
      coin: { symbol: 'ETH', decimals: 18 },
      refusal: { kind: 'cap_reached', message: 'full', until },
    });
    const { deadline } = aJob();
    const until = deadline - 60_000;
    expect(decideAt(quoted(), reached(until))).toMatchObject({ kind: 'wait', delay: until - noon });
    expect(decideAt(quoted(), reached(deadline + 3_600_000))).toMatchObject({
      kind: 'wait',
      delay: deadline - noon,
      reason: { code: 'CAP_REACHED' },
    });
    expect(decideAt(quoted(), none, deadline)).toMatchObject({ state: 'expired' });
  });

  it('ends on too little balance, waits on reserved balance', () => {
    const refused = (kind: 'insufficient' | 'reserved', token = 'native'): Observation => ({
      kind: 'refused',
      coin: { symbol: 'ETH', decimals: 18 },
      refusal:
        kind === 'insufficient'
          ? { kind, what: 'balance', available: 1n, needed: 2n }
          : { kind, token, available: 1n, needed: 2n },
    });
    expect(decideAt(quoted(), refused('insufficient'))).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { message: 'the wallet treasury holds 0.000001 USDC and 0.000002 are needed' },
    });
    expect(decideAt(quoted(), refused('reserved')).kind).toBe('wait');
    const { token } = quoted().swap.job.from;
    for (const [taken, text] of [
      [token, '0.000001 USDC are free, and 0.000002 USDC are needed'],
      ['native', '0.000000000000000001 ETH are free, and 0.000000000000000002 ETH are needed'],
    ] as const)
      expect(JSON.stringify(decideAt(quoted(), refused('reserved', taken)), unitsAsText)).toContain(
        text,
      );
    const several = {
      ...refused('insufficient'),
      accounts: ['treasury', 'treasury/2'],
    } as Observation;
    expect(decideAt(quoted(), several)).toMatchObject({
      reason: { message: expect.stringMatching(/treasury, treasury\/2 at submission.*no money/) },
    });
  });

  it('never signs what the guard rejected, and requotes if the market moved', () => {
    const judged = (verdict: 'hold' | 'requote' | 'reject'): Observation => ({
      kind: 'judged',
      verdict,
      reason: { code: 'GUARD_REJECTED', message: 'E02' },
    });
    expect(decideAt(quoted(), judged('reject'))).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
    });
    expect(decideAt(quoted(), judged('hold'))).toMatchObject({ state: 'awaiting_approval' });
    expect(decideAt(quoted(), judged('requote')).kind).toBe('close_order');
  });
});

describe('an abandoned lease', () => {
  it('is awaited, then voided: without an attempt nothing can have been sent', () => {
    const snapshot = quoted({ order: aReadyOrder(), steps: [aStep({ lease: aLease([]) })] });
    expect(decideAt(snapshot).kind).toBe('wait');
    expect(decideAt(snapshot, none, noon + 30_000).kind).toBe('void_lease');
  });
});

describe('after the commit', () => {
  it('sends what was committed, also after a crash', () => {
    expect(decideAt(paid())).toMatchObject({ kind: 'broadcast', attempt: { txId: '0xaa' } });
  });

  it('resends the same bytes if no chain shows them, and signs nothing new', () => {
    const snapshot = paid([anAttempt({ sentAt: noon - policy.resendAfter })]);
    expect(decideAt(snapshot)).toMatchObject({ kind: 'broadcast', attempt: { seq: 1 } });
    expect(decideAt(paid([anAttempt({ sentAt: noon })])).kind).toBe('wait');
  });

  it.each(['retry', 'requote', 'stop', 'review'] as const)(
    'never ends or re-signs on an error that says %s',
    (next) => {
      for (const inclusion of [
        { status: 'unseen' } as const,
        { status: 'pending' } as const,
        included,
      ]) {
        const decision = decideAt(paid([anAttempt({ sentAt: noon, inclusion })]), failed(next));
        expect(decision.kind).toBe('wait');
      }
    },
  );

  it('moves to review on a lasting error, and keeps the swap in flight', () => {
    const snapshot = paid([anAttempt({ sentAt: noon, inclusion: included, progressed: true })]);
    const late = noon + policy.reviewAfter;
    expect(decideAt(stubborn(snapshot), failed('retry')).kind).toBe('wait');
    // A single failure causes no review, however late.
    expect(decideAt(snapshot, failed('retry'), late).kind).toBe('wait');
    expect(decideAt(stubborn(snapshot), failed('retry'), late)).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'in_flight',
    });
  });

  it('waits for an operator to set a path at which the routing service answers, however long', () => {
    const snapshot = paid([anAttempt({ sentAt: noon, inclusion: included, progressed: true })]);
    const reason = { code: 'ROUTER_PATH_NOT_FOUND', message: 'set router.paths.status' };
    const missing: Observation = { kind: 'failed', reason, next: 'retry', retryAfter: 300_000 };
    const decision = decideAt(stubborn(snapshot), missing, noon + 100 * policy.reviewAfter);
    expect(decision).toEqual({ kind: 'wait', failed: true, delay: 300_000, reason });
  });

  it('cancels under the same lease once the order is no longer good, and keeps sending the cancel', () => {
    const pay = anAttempt({ sentAt: noon });
    expect(decideAt(paid([pay]), none, noon + 60_000).kind).toBe('cancel');
    const cancel = anAttempt({ seq: 2, kind: 'cancel', txId: '0xcc', signedAt: noon + 60_000 });
    expect(decideAt(paid([pay, cancel]), none, noon + 60_000)).toMatchObject({
      kind: 'broadcast',
      attempt: { kind: 'cancel' },
    });
  });

  it('waits while the guard finds a cancel too expensive, and finally moves to review', () => {
    const snapshot = paid([anAttempt({ sentAt: noon })]);
    const tooDear: Observation = {
      kind: 'judged',
      verdict: 'requote',
      reason: { code: 'GUARD_REJECTED', message: 'E07' },
    };
    expect(decideAt(snapshot, tooDear, noon + 60_000)).toMatchObject({
      kind: 'wait',
      failed: true,
    });
    expect(decideAt(stubborn(snapshot), tooDear, noon + policy.reviewAfter)).toMatchObject({
      state: 'needs_review',
    });
  });

  it('does not send a payment for the first time while stopped, and still follows and cancels', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'kill switch' };
    expect(decideAt(paid([anAttempt()], { stopped })).kind).toBe('wait');
    expect(decideAt(paid([anAttempt()], { stopped }), none, noon + 60_000).kind).toBe('cancel');
    expect(decideAt(paid([anAttempt({ inclusion: final })], { stopped })).kind).toBe('prove');
  });

  it('goes through confirming to settling with depth, and back to executing on a reorg', () => {
    const seen = anAttempt({ sentAt: noon, inclusion: included });
    expect(decideAt(paid([seen]))).toMatchObject({
      kind: 'transition',
      state: 'confirming',
      fundsState: 'in_flight',
    });
    expect(decideAt(paid([{ ...seen, progressed: true }]))).toMatchObject({
      kind: 'transition',
      state: 'settling',
    });
    const swap = aSwap({ state: 'settling', fundsState: 'in_flight' });
    expect(decideAt(paid([anAttempt({ sentAt: noon })], { swap }))).toMatchObject({
      state: 'executing',
    });
  });

  it('proves a used-up lease, whatever transaction used it', () => {
    const steps = [aStep({ lease: aLease([anAttempt({ sentAt: noon })], { overAtFinal: true }) })];
    expect(decideAt(paid([], { steps })).kind).toBe('prove');
  });

  it('neither fails nor pays again if an external transaction used the nonce: it may have been the payment', () => {
    const swap = aSwap({
      state: 'executing',
      fundsState: 'in_flight',
      job: aJob({ deadline: noon }),
    });
    const steps = [aStep({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) })];
    expect(decideAt(aSnapshot({ swap, order: aReadyOrder(), steps }))).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'unknown',
      reason: { code: 'LEASE_USED_BY_STRANGER' },
    });
  });

  it('does not poll the router for a payment that failed or lost to its cancel, and waits for the proof', () => {
    const swap = aSwap({ state: 'settling', fundsState: 'in_flight', job: aCrossChainJob() });
    const failed = anAttempt({ inclusion: { ...included, succeeded: false }, progressed: true });
    const cancelled = anAttempt({ seq: 2, kind: 'cancel', inclusion: included, progressed: true });
    expect(decideAt(paid([failed], { swap })).kind).toBe('wait');
    expect(decideAt(paid([anAttempt(), cancelled], { swap })).kind).toBe('wait');
    expect(
      decideAt(paid([anAttempt({ inclusion: included, progressed: true })], { swap })).kind,
    ).toBe('poll_status');
  });

  it('pays again only after a proof, a bounded number of times', () => {
    const swap = aSwap({ state: 'executing', fundsState: 'in_flight' });
    const reverted = (generation: number) =>
      aStep({
        generation,
        outcome: 'reverted_final',
        lease: aLease([anAttempt()], { state: 'consumed' }),
      });
    expect(decideAt(aSnapshot({ swap, order: aReadyOrder(), steps: [reverted(1)] })).kind).toBe(
      'close_order',
    );
    const steps = [1, 2, 3].map(reverted);
    expect(decideAt(aSnapshot({ swap, order: aReadyOrder(), steps }))).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'PAYMENT_REVERTED' },
    });
  });
});

function unitsAsText(_member: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
