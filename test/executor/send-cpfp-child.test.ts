import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { Attempt, Boost } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { broadcastAttempt, type SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { replaceAttempt } from '../../src/executor/effects/replace-attempt.ts';
import type { BitcoinFee } from '../../src/families/bitcoin/formats/transaction.ts';
import type { Child, ChildRequest } from '../../src/ports/capabilities/replacement.ts';
import type { GuardRequest, Verdict } from '../../src/ports/guard.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import type { RecordsQuery } from '../../src/ports/stores/recovery-store.ts';
import type { BoostRequest, BoostResult } from '../../src/ports/stores/signing-records.ts';
import { adapterSigner } from '../support/adapter-signer.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import {
  aJob,
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  noon,
} from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const fee = (total: bigint): BitcoinFee => ({ family: 'bitcoin', total, virtualSize: 110n });
const child: Child = {
  transaction: { family: 'bitcoin', kind: 'psbt', psbt: 'cHNidP8=', signInputs: [0] },
  terms: { kind: 'outpoints', outpoints: ['parent:1'] },
  fee: fee(500n),
};

interface Given {
  child?: Child | undefined;
  verdict?: Verdict;
  stored?: BoostResult | FerrymanError;
  maxFee?: bigint;
  boost?: Boost;
  /** Ids that no endpoint takes. */
  refuses?: readonly string[];
}

/** A stuck payment on a chain on which its change can pay for its inclusion. */
function world(given: Given = {}) {
  const {
    verdict = { kind: 'allow', rules: [] },
    stored = { kind: 'committed', version: 2 },
    maxFee,
    boost,
    refuses = [],
  } = given;
  const told: string[] = [];
  const logged: string[] = [];
  const asked: { child?: ChildRequest; guard?: GuardRequest; boost?: BoostRequest } = {};
  const adapter = {
    chain: { family: 'bitcoin', name: 'BITCOIN', maxNetworkFee: 10_000n, nativeToken: {} },
    replacement: {
      raise: {
        kind: 'child',
        enlargedOf: async () => undefined,
        async childOf(request: ChildRequest) {
          asked.child = request;
          return 'child' in given ? given.child : child;
        },
      },
    },
    async prepare() {
      return { family: 'bitcoin', chain: 'BITCOIN', account: 'bc1', bytes: '0x70', fee: child.fee };
    },
    async simulate() {
      return { balanceChanges: [] };
    },
    async sign() {
      told.push('signed');
      return { chain: 'BITCOIN', txId: 'child', bytes: '0x03' };
    },
    async broadcast({ txId }: { txId: string }) {
      told.push(`sent ${txId}`);
      return refuses.includes(txId)
        ? { kind: 'lease_used', message: 'spent' }
        : { kind: 'accepted' };
    },
  };
  const context = {
    journal: {
      async boost(request: BoostRequest) {
        asked.boost = request;
        if (stored instanceof FerrymanError) throw stored;
        told.push(`stored ${request.txId}`);
        return stored;
      },
      recordSent: async () => undefined,
      isOwnTransaction: async () => true,
      wallets: async () => [{ id: 'w-1', keyRef: 'key' }],
      ...recognizedJournal,
      signedRecords: async (_: unknown, { child: txId }: RecordsQuery) => ({
        ...(await recognizedJournal.recognize()),
        entries: [{ chain: 'BITCOIN', txId, swapId: aSwap().id, retries: [] }],
      }),
    },
    guard: {
      caps: [],
      capsOf: () => undefined,
      judge(request: GuardRequest) {
        asked.guard = request;
        told.push('judged');
        return verdict;
      },
    },
    signingLog: {
      has: ({ txId }: { txId: string }) => txId !== 'child' || logged.includes(txId),
      async record(entries: readonly SigningLogEntry[]) {
        logged.push(...entries.map(({ txId }) => txId));
        told.push(`logged ${entries[0]?.txId}`);
      },
      ...emptyLog,
    },
    chains: new Map([['BITCOIN', adapter]]),
    signer: adapterSigner(adapter),
    jobSeals: trustingSeals,
    policy: defaultPolicy,
    clock: { now: () => noon },
    logger: pino({ level: 'silent' }),
    checkpoint: async () => undefined,
  } as unknown as ExecutorContext<SendStores>;

  const newest: Attempt = anAttempt({
    txId: 'parent',
    bytes: '0x02',
    fee: fee(150n),
    ...(boost ? { boost } : {}),
  });
  const order = aReadyOrder({ declaredFee: 40n });
  const lease = aLease([newest], {
    chain: 'BITCOIN',
    account: 'bc1',
    terms: { kind: 'outpoints', outpoints: ['coin:0'] },
  });
  const step = aStep({ chain: 'BITCOIN', orderId: order.id, lease });
  const job = aJob(maxFee === undefined ? {} : { maxFee });
  const snapshot = aSnapshot({
    swap: aSwap({ job, feeSpent: 10n, state: 'executing' }),
    order,
    steps: [step],
  });
  return {
    told,
    asked,
    context,
    newest,
    bump: () => replaceAttempt(context, snapshot, { kind: 'bump', step }),
  };
}

describe('speeding up a payment that leaves change', () => {
  it('judges a child, signs it, stores it, and only then sends it, behind what it speeds up', async () => {
    const { told, asked, bump } = world();
    expect(await bump()).toEqual({ kind: 'none' });
    expect(told).toEqual([
      'judged',
      'signed',
      'stored child',
      'sent parent',
      'logged child',
      'sent child',
    ]);
    expect(asked.guard).toMatchObject({
      intent: { kind: 'boost', parent: { txId: 'parent', fee: fee(150n) } },
      lease: { account: 'bc1', terms: child.terms },
      unsigned: { bytes: '0x70' },
    });
    expect(asked.boost).toMatchObject({
      attemptId: 'a-1',
      txId: 'child',
      bytes: '0x03',
      fee: fee(500n),
    });
  });

  it('signs nothing that the guard objects to', async () => {
    const finding = { rule: 'B06', severity: 'requote', message: 'dear', facts: {} } as const;
    const { told, bump } = world({
      verdict: { kind: 'requote', rules: ['B06'], policy: 'sha256:0', findings: [finding] },
    });
    expect(await bump()).toMatchObject({ kind: 'judged', verdict: 'requote' });
    expect(told).toEqual(['judged']);
  });

  it('sends nothing that is not stored, or not for sure', async () => {
    const refused = world({ stored: { kind: 'refused', why: 'stopped' } });
    expect(await refused.bump()).toEqual({ kind: 'none' });
    const lost = world({
      stored: new FerrymanError('JOURNAL_UNAVAILABLE', 'the connection broke'),
    });
    await expect(lost.bump()).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    for (const { told } of [refused, lost])
      expect(told.filter((what) => what.startsWith('sent'))).toEqual([]);
  });

  it('leaves the job what it may cost in all: the payment, what its order declares, and the child', async () => {
    const bound = world({ maxFee: 1_000n });
    await bound.bump();
    expect(bound.asked.child).toMatchObject({ most: 1_000n - 10n - 150n - 40n });
    expect(bound.asked.guard).toMatchObject({ feeSpent: 10n + 150n + 40n });
    const rich = world({ maxFee: 10n ** 9n });
    await rich.bump();
    expect(rich.asked.child).toMatchObject({ most: 10_000n });
  });

  it('tells of the child before, in whose place the next one comes', async () => {
    const { asked, bump } = world({
      boost: { txId: 'first', bytes: '0x04', fee: fee(300n), signedAt: noon },
    });
    await bump();
    expect(asked.child).toMatchObject({ parent: { txId: 'parent' }, earlier: fee(300n) });
  });

  it('says so where there is nothing to be done', async () => {
    const { told, bump } = world({ child: undefined });
    expect(await bump()).toMatchObject({ kind: 'not_raised', reason: { code: 'INCLUSION_LATE' } });
    expect(told).toEqual([]);
  });

  it('sends what can still land where nobody takes the newest, and stops at the first that is taken', async () => {
    const { told, context, newest } = world({ refuses: ['third', 'second'] });
    const [third, second] = ['third', 'second'].map((txId) => ({ ...newest, txId }));
    await broadcastAttempt(context, 'BITCOIN', third!, {
      firstSigned: 0,
      swaps: [aSwap()],
      otherwise: [second!, newest, { ...newest, txId: 'never' }],
    });
    expect(told).toEqual(['sent third', 'sent second', 'sent parent']);
  });

  it('sends the child again whenever what it speeds up is', async () => {
    const { told, context, newest } = world({
      boost: { txId: 'first', bytes: '0x04', fee: fee(300n), signedAt: noon },
    });
    await broadcastAttempt(context, 'BITCOIN', newest, { firstSigned: 0, swaps: [aSwap()] });
    expect(told).toEqual(['sent parent', 'sent first']);
  });
});
