import type { Observation } from '../../core/decide/decision.ts';
import { freesMoney } from '../../core/settlement/witnessed.ts';
import type { Snapshot, Step } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import { nameLeaseConsumer, notProvenYet } from './name-lease-consumer.ts';

/** Asks the chain for the proof that the step's lease is dead or used for good, and stores it. */
export async function proveLease(
  context: ExecutorContext<SigningStore & AttributionStore & SigningLogStores>,
  { swap }: Snapshot,
  step: Step,
): Promise<Observation> {
  const { lease } = step;
  if (!lease) return { kind: 'none' };
  const attempts = lease.attempts.map((attempt) => ({
    ...attempt,
    freesMoney: freesMoney(step.kind, attempt.kind),
  }));
  const proof = await adapterOf(context, step.chain).prove(lease, attempts);
  await context.checkpoint('proof-found');
  if (proof.kind === 'undecided' && lease.doubt === 'gone') {
    await context.journal.reopenLease({
      swapId: swap.id,
      version: swap.version,
      leaseId: lease.id,
    });
    context.logger.warn(
      { step: step.kind, chain: step.chain },
      'lease reopened: its landed attempt is no longer on the chain',
    );
    return { kind: 'none' };
  }
  if (proof.kind === 'undecided') {
    const { code, message } = proof.reason ?? notProvenYet;
    throw new FerrymanError(code, `${step.chain}: ${message}`, { details: { chain: step.chain } });
  }
  const named =
    proof.kind === 'used_by_stranger'
      ? await nameLeaseConsumer(context, step, lease, proof)
      : proof;
  if (!named) return { kind: 'none' };
  await context.journal.prove({
    swapId: swap.id,
    version: swap.version,
    leaseId: lease.id,
    proof: named,
  });
  await context.checkpoint('proof-recorded');
  context.logger.info(
    { step: step.kind, proof: proof.kind, rule: proof.evidence.rule },
    'lease proven',
  );
  return { kind: 'none' };
}
