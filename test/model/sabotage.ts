import type { Decision } from '../../src/core/decide/decision.ts';
import type { LeaseId, ProofId } from '../../src/core/swap/ids.ts';
import type { Snapshot } from '../../src/core/swap/swap.ts';
import { changeSwap } from './change-swap.ts';
import { findLease, withRecord, withStep } from './journal-state.ts';
import type { World } from './world.ts';

/** What an executor would do that takes a failed receipt for the end of a payment. */
export function sabotagedDecision({ sabotage }: World, { steps }: Snapshot): Decision | undefined {
  if (sabotage !== 'revert-is-final') return undefined;
  const step = steps.find(
    ({ outcome, lease }) =>
      outcome === 'open' &&
      lease?.attempts.some(
        ({ inclusion }) => inclusion.status === 'included' && !inclusion.succeeded,
      ),
  );
  return step && { kind: 'prove', step };
}

/** What an executor would do that takes a send without an answer for one that failed. */
export function giveUpLease({ journal, sabotage }: World, leaseId: LeaseId): void {
  if (sabotage !== 'new-lease-on-unknown') return;
  const found = findLease(journal.state, leaseId);
  if (found?.lease.state !== 'signed') return;
  const { record, step, lease } = found;
  const closed = {
    ...step,
    outcome: 'dead',
    proofId: 'none' as ProofId,
    lease: { ...lease, state: 'consumed' },
  } as const;
  journal.state = withRecord(
    journal.state,
    changeSwap(withStep(record, closed), {}, journal.clock.now),
  );
}
