import type { AttemptId, LeaseId, OrderId, SwapId } from '../../src/core/swap/ids.ts';
import type { Inclusion, Snapshot, Swap } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { newWorld, type OpenedJournal, type World } from '../journal/suite/fixture.ts';
import { JournalError, type ModelJournal, newJournal, snapshot } from './journal-state.ts';

/** One thing by the names that both journals gave it. */
interface Named<Id> {
  model: Id;
  real: Id;
}

/**
 * The journal and its model, with the same swaps of one wallet, and what both have handed out so
 * far.
 */
export interface BothJournals {
  world: World;
  real: Journal;
  model: ModelJournal;
  swaps: readonly Swap[];
  leases: (Named<LeaseId> & { swapId: SwapId })[];
  orders: (Named<OrderId> & { swap: number })[];
  attempts: (Named<AttemptId> & { txId: string; lease: LeaseId })[];
}

export async function openBoth(opened: OpenedJournal): Promise<BothJournals> {
  const world = await newWorld(opened);
  const swaps = [await world.submit(), await world.submit()];
  const model = newJournal(swaps, { now: Date.now() });
  return { world, real: opened.journal, model, swaps, leases: [], orders: [], attempts: [] };
}

/** What an operation came to, without the names that each journal chooses by itself. */
export interface Outcomes {
  real: unknown;
  model: unknown;
}

/** Runs one operation on both; an error is an outcome like any other. */
export async function onBoth<Result>(
  { model }: BothJournals,
  onReal: () => Promise<Result>,
  onModel: () => Result,
): Promise<{ real: Result | string; model: Result | string }> {
  model.clock.now = Date.now();
  return { real: await outcomeOf(onReal), model: await outcomeOf(async () => onModel()) };
}

async function outcomeOf<Result>(run: () => Promise<Result>): Promise<Result | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FerrymanError || error instanceof JournalError) return error.code;
    throw error;
  }
}

/** What `decide` would see of every swap, in both. */
export async function compareSnapshots({ real, model, swaps }: BothJournals): Promise<Outcomes[]> {
  return Promise.all(
    swaps.map(async ({ id }) => ({
      real: essence((await real.snapshot(id))!),
      model: essence(snapshot(model.state, id)),
    })),
  );
}

function essence({ swap, order, steps, stopped, hasSlot }: Snapshot) {
  const { state, fundsState, version, consecutiveFailures, feeSpent, reason, legs } = swap;
  return {
    swap: {
      state,
      fundsState,
      version,
      consecutiveFailures,
      feeSpent,
      reason: reason?.code,
      legs: legs.length,
      isUnwanted: swap.cancelRequestedAt !== undefined,
    },
    order: order && {
      isRequested: order.requestedAt !== undefined,
      isComplete: order.transaction !== undefined,
    },
    steps: steps.map(({ kind, generation, outcome, proofId, lease }) => ({
      kind,
      generation,
      outcome,
      isProven: proofId !== undefined,
      lease: lease && {
        terms: lease.terms,
        state: lease.state,
        overAtFinal: lease.overAtFinal,
        heldUpBy: lease.heldUpBy,
        attempts: lease.attempts.map(
          ({ seq, kind: attemptKind, txId, inclusion, progressed, sentAt }) => ({
            seq,
            kind: attemptKind,
            txId,
            inclusion: inclusion satisfies Inclusion,
            progressed,
            isSent: sentAt !== undefined,
          }),
        ),
      },
    })),
    stopped: stopped?.code,
    hasSlot,
  };
}
