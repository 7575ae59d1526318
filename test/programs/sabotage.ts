import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '../../src/core/assert-never.ts';
import type { ChainName, Family } from '../../src/core/swap/chains.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Attempt, Inclusion, Lease, Snapshot } from '../../src/core/swap/swap.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { conclude } from '../../src/guard/judge.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import type { ObservedAttempt } from '../../src/ports/chain-observation.ts';
import type { Guard, Verdict } from '../../src/ports/guard.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { LeaseProof } from '../../src/ports/lease-proof.ts';

/** The laws that a test can turn off, each to see that the harness notices. */
export const sabotages = [
  'send-before-journal',
  'new-lease-on-unknown',
  'ignore-idempotency',
  'revert-is-final',
  'leave-out-memo',
  'never-too-old',
  'order-again',
] as const;
export type Sabotage = (typeof sabotages)[number];

/**
 * Puts something between the use cases and their ports that breaks the law. Where the guard would
 * stop the consequences, its rule is kept from seeing them: the audit has to notice by itself. The
 * signer judges and looks up for itself, so it has to be given the same ports.
 * Nothing of this is in what users run.
 */
export function sabotage(
  which: Sabotage,
  context: ExecutorContext<Journal>,
  rpcUrlOf: (chain: ChainName) => string,
): ExecutorContext<Journal> {
  switch (which) {
    case 'send-before-journal':
      return withAdapters(context, sendWhenSigned);
    case 'new-lease-on-unknown':
      return giveUpOnUnknown(context, rpcUrlOf);
    case 'ignore-idempotency':
      return forgetKeys(context);
    case 'revert-is-final':
      return withAdapters(context, believeReverts);
    case 'leave-out-memo':
      return leaveOutMemo(context);
    case 'never-too-old':
      return keepOrders(context);
    case 'order-again':
      return orderAgain(context);
  }
}

function withAdapters(
  context: ExecutorContext<Journal>,
  change: (adapter: ChainAdapter) => ChainAdapter,
): ExecutorContext<Journal> {
  const chains = new Map<ChainName, ChainAdapter>();
  for (const [name, adapter] of context.chains) chains.set(name, change(adapter));
  return { ...context, chains };
}

/** Law 1: what is signed leaves the process before it is in the journal. */
function sendWhenSigned(adapter: ChainAdapter): ChainAdapter {
  return {
    ...adapter,
    async sign(unsigned, signer, keyRef) {
      const signed = await adapter.sign(unsigned, signer, keyRef);
      await adapter.broadcast(signed);
      return signed;
    },
  };
}

/** Laws 2 and 3: a send without an answer counts as failed, and something new is signed. */
function giveUpOnUnknown(
  context: ExecutorContext<Journal>,
  rpcUrlOf: (chain: ChainName) => string,
): ExecutorContext<Journal> {
  const givenUp = new Set<string>();
  const failed: Inclusion = {
    status: 'final',
    block: { number: 0n, hash: `0x${'0'.repeat(64)}` },
    succeeded: false,
    feePaid: 0n,
  };
  const asGivenUp = (lease: Lease): Lease => ({
    ...lease,
    attempts: lease.attempts.map((attempt) =>
      givenUp.has(attempt.txId) ? { ...attempt, inclusion: failed } : attempt,
    ),
  });
  const seen = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    steps: snapshot.steps.map((step) =>
      step.lease ? { ...step, lease: asGivenUp(step.lease) } : step,
    ),
  });
  const changed = withAdapters(context, (adapter) => ({
    ...adapter,
    async broadcast(signed) {
      // Ferryman itself would look for the transaction, and ask another endpoint.
      const sent = await sendOnce(adapter.chain.family, rpcUrlOf(signed.chain), signed.bytes);
      if (sent) return { kind: 'accepted' };
      givenUp.add(signed.txId);
      return { kind: 'unknown', message: 'given up' };
    },
    async prove(lease, attempts) {
      const lost = attempts.find(({ txId }) => givenUp.has(txId));
      return lost ? failureOf(lost, failed) : adapter.prove(lease, attempts);
    },
  }));
  const { journal } = context;
  return {
    ...changed,
    journal: {
      ...journal,
      async snapshot(id) {
        const snapshot = await journal.snapshot(id);
        return snapshot && seen(snapshot);
      },
      async lockAndRead(id, holder, ttl) {
        const snapshot = await journal.lockAndRead(id, holder, ttl);
        return snapshot && seen(snapshot);
      },
    },
  };
}

async function sendOnce(family: Family, url: string, bytes: string): Promise<boolean> {
  const { path, body } = sendingRequest(family, bytes.replace(/^0x/, ''));
  try {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      ...(typeof body === 'string'
        ? { body }
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (typeof body === 'string') return answer.ok;
    const { result } = (await answer.json()) as { result?: unknown };
    return result !== undefined && result !== false;
  } catch {
    return false;
  }
}

function sendingRequest(family: Family, hex: string): { path: string; body: object | string } {
  const inBase64 = () => Buffer.from(hex, 'hex').toString('base64');
  switch (family) {
    case 'evm':
      return { path: '', body: jsonRpc('eth_sendRawTransaction', [`0x${hex}`]) };
    case 'tron':
      return { path: '/wallet/broadcasthex', body: { transaction: hex } };
    case 'solana':
      return { path: '', body: jsonRpc('sendTransaction', [inBase64(), asFerrymanSends]) };
    case 'ton':
      return { path: '/jsonRPC', body: jsonRpc('sendBoc', { boc: inBase64() }) };
    case 'bitcoin':
      return { path: '/tx', body: hex };
    default:
      return assertNever(family, 'family');
  }
}

/**
 * Of the finalized state, which is the node's default, a blockhash that is only confirmed is none:
 * on a quick machine nothing would ever be sent.
 */
const asFerrymanSends = { encoding: 'base64', preflightCommitment: 'confirmed' };

function jsonRpc(method: string, params: unknown): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** A submission that comes again is another swap, and sealed as one: G13 sees nothing wrong. */
function forgetKeys(context: ExecutorContext<Journal>): ExecutorContext<Journal> {
  const { journal, jobSeals } = context;
  return {
    ...context,
    journal: {
      ...journal,
      findSubmission: async () => undefined,
      async submit({ id = randomUUID() as SwapId, job, seal, ...rest }) {
        const idempotencyKey = randomUUID();
        const sealed =
          seal &&
          (await jobSeals.sealer())(
            { id, idempotencyKey, job, submittedAt: context.clock.now(), retries: [] },
            seal.by,
          );
        return journal.submit({
          ...rest,
          id,
          idempotencyKey,
          job,
          ...(sealed ? { seal: sealed } : {}),
        });
      },
    },
  };
}

/**
 * Law 3: a transaction that failed in some block proves at once that its lease is used up, though
 * the block may yet be taken back.
 */
function believeReverts(adapter: ChainAdapter): ChainAdapter {
  const failures = new Map<string, Inclusion>();
  return {
    ...adapter,
    async observe(attempts, accounts) {
      const observation = await adapter.observe(attempts, accounts);
      for (const [txId, seen] of observation.attempts)
        if (hasFailed(seen)) failures.set(txId, seen);
      const believed = [...observation.attempts].map(([txId, seen]): [string, Inclusion] => [
        txId,
        hasFailed(seen) ? { ...seen, status: 'final' } : seen,
      ]);
      return { ...observation, attempts: new Map(believed) };
    },
    async prove(lease, attempts) {
      // What was seen or told once is believed, whatever has become of the block, also of what the
      // signing log has: before another payment its attempts are proven again.
      for (const attempt of attempts) {
        const told = (attempt as ObservedAttempt & Partial<Attempt>).inclusion;
        const inclusion = told && hasFailed(told) ? told : failures.get(attempt.txId);
        if (inclusion && hasFailed(inclusion)) return failureOf(attempt, inclusion);
      }
      return adapter.prove(lease, attempts);
    },
  };
}

/** What an order wants written beside its payment is not, and D03, which would see it, is off. */
function leaveOutMemo(context: ExecutorContext<Journal>): ExecutorContext<Journal> {
  const { router, guard } = context;
  return {
    ...context,
    guard: withoutRule(guard, 'D03'),
    router: {
      ...router,
      async deposit(job, quoteId, options) {
        const { deposit, ...terms } = await router.deposit(job, quoteId, options);
        const { memo: _, ...rest } = deposit;
        return { ...terms, deposit: rest };
      },
    },
  };
}

function withoutRule(guard: Guard, rule: string): Guard {
  const overlook = (verdict: Verdict): Verdict => {
    if (verdict.kind === 'allow') return verdict;
    const { kind: _, rules, findings, ...rest } = verdict;
    const left = findings.filter((finding) => finding.rule !== rule);
    const applied = rules.filter((id) => id !== rule);
    return { ...rest, ...conclude(applied, left, undefined) };
  };
  return {
    ...guard,
    judge: (request) => overlook(guard.judge(request)),
    judgeDepositTarget: (request) => overlook(guard.judgeDepositTarget(request)),
  };
}

/**
 * The answer that says where an order wants its deposit counts as lost, and the provider is asked
 * at once for another.
 */
function orderAgain(context: ExecutorContext<Journal>): ExecutorContext<Journal> {
  const { router } = context;
  return {
    ...context,
    router: {
      ...router,
      async deposit(job, quoteId) {
        await router.deposit(job, quoteId);
        return router.deposit(job, quoteId);
      },
    },
  };
}

/** Longer than an order lives in the run that looks for it. */
const keptFor = 4_000;
/** Far from now, and as much as the guard lets pass. */
const signedWithin = 300_000;

/** An order is paid however old it is; and it comes to be old. */
function keepOrders(context: ExecutorContext<Journal>): ExecutorContext<Journal> {
  const { journal } = context;
  return {
    ...context,
    journal: {
      ...journal,
      async recordSwapData(record) {
        await pause(keptFor);
        const { signBy, goodUntil } = record;
        await journal.recordSwapData({
          ...record,
          signBy: signBy + signedWithin,
          goodUntil: goodUntil + signedWithin,
        });
      },
    },
  };
}

function hasFailed(inclusion: Inclusion): inclusion is Extract<Inclusion, { succeeded: boolean }> {
  return (inclusion.status === 'included' || inclusion.status === 'final') && !inclusion.succeeded;
}

function failureOf({ txId }: ObservedAttempt, inclusion: Inclusion): LeaseProof {
  if (!hasFailed(inclusion)) return { kind: 'undecided' };
  const { block, feePaid } = inclusion;
  const evidence = { rule: 'sabotage', endpoints: [], anchor: block, answers: {} };
  return { kind: 'landed', txId, block, succeeded: false, feePaid, evidence };
}
