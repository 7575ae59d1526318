import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../src/core/chains.ts';
import type { SwapState } from '../../src/core/swap.ts';
import { type AuditInput, audit, outcomes } from './audit.ts';
import type { ApiAnswer } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';
import type { Outgoing } from './read-chains.ts';

const usdc = '0x00000000000000000000000000000000000000C1';

function jobOf(changes: Partial<PlannedJob> = {}): PlannedJob {
  return {
    key: 'job-1',
    kind: 'cross-chain',
    wallet: 'treasury',
    from: { chain: 'ETH', token: usdc, symbol: 'USDC', decimals: 6 },
    to: { chain: 'POLYGON', token: usdc, symbol: 'USDC', decimals: 6 },
    amount: 50_001_000n,
    receiver: '0x00000000000000000000000000000000000000Ee',
    ...changes,
  };
}

function paymentOf(job: PlannedJob, txId: string, changes: Partial<Outgoing> = {}): Outgoing {
  return {
    chain: job.from.chain,
    wallet: job.wallet,
    txId,
    nonce: 0,
    succeeded: true,
    paid: [{ token: job.from.token, amount: job.amount }],
    deposits: ['order-1'],
    fetched: [],
    ...changes,
  };
}

function answerOf(state: SwapState, attempts: readonly { txId: string; nonce?: number; chain?: string }[]): ApiAnswer {
  return {
    swap: { id: 'swap-1', state, fundsState: 'moved' },
    events: attempts.map(({ txId, nonce = 0, chain = 'ETH' }, index) => ({
      seq: index + 1,
      type: 'attempt_committed',
      at: '2026-01-01T00:00:00.000Z',
      data: { chain, nonce: String(nonce), txId },
    })),
  };
}

interface Case {
  job?: PlannedJob;
  outgoing?: Outgoing[];
  received?: bigint;
  api?: ApiAnswer;
  next?: number;
  pooled?: number[];
  foreign?: string[];
  restored?: boolean;
}

function auditOf({ job = jobOf(), outgoing = [], received = 0n, api, ...rest }: Case) {
  const input: AuditInput = {
    jobs: [job],
    chains: {
      outgoing,
      accounts: [{ chain: 'ETH', wallet: 'treasury', next: rest.next ?? outgoing.length, pooled: rest.pooled ?? [] }],
      received: new Map([[job.key, received]]),
    },
    api: new Map(api ? [[job.key, api]] : []),
    foreign: new Set(rest.foreign),
    bridgeFees: { ETH: 7n, POLYGON: 7n, ARBITRUM: 7n },
    restored: rest.restored ?? false,
  };
  return audit(input);
}

/** What is not zero. */
function counted(found: ReturnType<typeof audit>) {
  const { findings: _, suspects: __, ...counts } = found;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

const job = jobOf();
const paid = paymentOf(job, '0x1');

describe('an audit counts a job', () => {
  it('as paid once that the chains show paid and arrived, and the API calls settled', () => {
    const found = auditOf({ outgoing: [paid], received: 49n, api: answerOf('settled', [{ txId: '0x1' }]) });
    expect(counted(found)).toEqual({ paidOnce: 1 });
    expect(found.findings).toEqual([]);
  });

  it('as refunded whose order came back to the wallet', () => {
    const refund = paymentOf(job, '0x2', { paid: [], deposits: [], fetched: [{ order: 'order-1', kind: 'refund' }] });
    const api = answerOf('refunded', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid, refund], api }))).toEqual({ refunded: 1 });
  });

  it('as paid twice, whatever else is true of it, and names both transactions', () => {
    const again = paymentOf(job, '0x2', { nonce: 1 });
    const api = answerOf('failed', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    const found = auditOf({ outgoing: [paid, again], received: 98n, api });
    expect(counted(found)).toEqual({ paidTwice: 1 });
    expect(found.findings).toEqual([expect.stringContaining('0x1 and 0x2')]);
  });

  it.each(['failed', 'cancelled', 'expired'] as const)('as paid but reported failed that is called %s', (state) => {
    const found = auditOf({ outgoing: [paid], received: 49n, api: answerOf(state, [{ txId: '0x1' }]) });
    expect(counted(found)).toEqual({ paidButReportedFailed: 1 });
  });

  it('as unpaid but reported settled without a payment, and without anything arrived', () => {
    expect(counted(auditOf({ received: 49n, api: answerOf('settled', []) }))).toEqual({ unpaidButReportedSettled: 1 });
    expect(counted(auditOf({ outgoing: [paid], api: answerOf('settled', [{ txId: '0x1' }]) }))).toEqual({
      unpaidButReportedSettled: 1,
    });
  });

  it('as unpaid but reported settled where a refund is told that never came', () => {
    const api = answerOf('refunded', [{ txId: '0x1' }]);
    expect(counted(auditOf({ outgoing: [paid], api }))).toEqual({ unpaidButReportedSettled: 1 });
  });

  it('as lost that the API does not know, or that ended unpaid', () => {
    expect(counted(auditOf({}))).toEqual({ lost: 1 });
    expect(counted(auditOf({ api: answerOf('failed', []) }))).toEqual({ lost: 1 });
  });

  it('as open, or as needing a person, whether or not it is paid', () => {
    expect(counted(auditOf({ api: answerOf('settling', []) }))).toEqual({ open: 1 });
    const api = answerOf('needs_review', [{ txId: '0x1' }]);
    expect(counted(auditOf({ outgoing: [paid], api }))).toEqual({ needsReview: 1 });
  });

  it('by a native amount with and without the fee of a bridge, and not by a payment that failed', () => {
    const native = jobOf({ from: { chain: 'ETH', token: evmNativeToken, symbol: 'ETH', decimals: 18 }, amount: 100n });
    const sent = (amount: bigint, succeeded = true) =>
      paymentOf(native, '0x1', { succeeded, paid: [{ token: evmNativeToken, amount }] });
    const api = answerOf('settled', [{ txId: '0x1' }]);
    for (const amount of [100n, 107n]) {
      expect(counted(auditOf({ job: native, outgoing: [sent(amount)], received: 1n, api }))).toEqual({ paidOnce: 1 });
    }
    for (const other of [sent(101n), sent(100n, false)]) {
      const found = auditOf({ job: native, outgoing: [other], received: 1n, api });
      expect(counted(found)).toEqual({ unpaidButReportedSettled: 1 });
    }
  });

  it('once, in the worst class that fits', () => {
    const all = auditOf({ outgoing: [paid, { ...paid, txId: '0x2', nonce: 1 }] });
    expect(outcomes.reduce((sum, outcome) => sum + all[outcome], 0)).toBe(1);
  });
});

describe('an audit explains outgoing transactions', () => {
  const api = answerOf('settled', [{ txId: '0x1' }]);
  const stray = paymentOf(job, '0x9', { nonce: 1, paid: [{ token: usdc, amount: 3n }], deposits: [] });

  it('by the steps that the API shows, whatever they do', () => {
    const approve = paymentOf(job, '0x2', { nonce: 1, paid: [], deposits: [] });
    const known = answerOf('settled', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid, approve], received: 1n, api: known }))).toEqual({ paidOnce: 1 });
    const found = auditOf({ outgoing: [paid, approve], received: 1n, api });
    expect(counted(found)).toEqual({ paidOnce: 1, unexplained: 1 });
    expect(found.findings).toEqual(['unexplained: 0x2 of treasury on ETH']);
  });

  it('by someone else who was meant to send', () => {
    const found = auditOf({ outgoing: [paid, stray], received: 1n, api, foreign: ['0x9'] });
    expect(counted(found)).toEqual({ paidOnce: 1 });
  });

  it('by the jobs alone where the journal was set back, but not what is nobody’s', () => {
    const forgetful = answerOf('settled', []);
    expect(counted(auditOf({ outgoing: [paid], received: 1n, api: forgetful, restored: true }))).toEqual({
      paidOnce: 1,
    });
    expect(counted(auditOf({ outgoing: [paid, stray], received: 1n, api: forgetful, restored: true }))).toEqual({
      paidOnce: 1,
      unexplained: 1,
    });
  });
});

describe('an audit finds gaps among the nonces', () => {
  it('that were signed, and that nothing in the pool is about to use', () => {
    const api = answerOf('executing', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }, { txId: '0x3', nonce: 2 }]);
    const found = auditOf({ outgoing: [paid], api, next: 1, pooled: [2] });
    expect(counted(found)).toEqual({ open: 1, nonceGaps: 1 });
    expect(found.findings).toContain('nonce gap: 1 of treasury on ETH');
  });

  it('but not where what is waited for is in the pool', () => {
    const api = answerOf('executing', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid], api, next: 1, pooled: [1] }))).toEqual({ open: 1 });
  });
});
