import type { Observation } from '../../core/decision.ts';
import type { Snapshot, Step } from '../../core/swap.ts';
import { freesMoney } from '../../core/witnessed.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { compareJournal } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';

/** Asks the chain whether the step's lease is dead or consumed for good, and stores the proof. */
export async function proveLease(context: ExecutorContext, { swap }: Snapshot, step: Step): Promise<Observation> {
  const { lease } = step;
  if (!lease) return { kind: 'none' };
  const attempts = lease.attempts.map((attempt) => ({ ...attempt, freesMoney: freesMoney(step.kind, attempt.kind) }));
  const proof = await adapterOf(context, step.chain).prove(lease, attempts);
  await context.checkpoint('proof-found');
  if (proof.kind === 'undecided' && lease.doubt === 'gone') {
    await context.journal.reopenLease({ swapId: swap.id, version: swap.version, leaseId: lease.id });
    context.logger.warn(
      { step: step.kind, chain: step.chain },
      'lease open again: what had landed is not on its chain',
    );
    return { kind: 'none' };
  }
  if (proof.kind === 'undecided') {
    const { code, message } = proof.reason ?? notProvenYet;
    throw new FerrymanError(code, `${step.chain}: ${message}`, { details: { chain: step.chain } });
  }
  // What the journal has forgotten is no external transaction.
  if (proof.kind === 'used_by_stranger' && (await compareJournal(context)).kind !== 'same') {
    await verifyJournal(context);
    return { kind: 'none' };
  }
  await context.journal.prove({ swapId: swap.id, version: swap.version, leaseId: lease.id, proof });
  await context.checkpoint('proof-recorded');
  context.logger.info({ step: step.kind, proof: proof.kind, rule: proof.evidence.rule }, 'lease proven');
  return { kind: 'none' };
}

const notProvenYet = {
  code: 'RPC_UNAVAILABLE',
  message: 'the endpoints do not prove yet what became of the transaction',
} as const;
