import type { SwapId } from '../../../src/core/swap/ids.ts';
import { isEnd } from '../../../src/core/swap/swap.ts';
import { FerrymanError } from '../../../src/errors/ferryman-error.ts';
import type { SwapView } from '../../../src/ports/stores/swap-store.ts';
import { until } from '../../support/until.ts';
import type { Stage } from './stage.ts';

/*
 * The calendar goes on only while nothing is between a decision and a signature. So what is leased at
 * a moment of it is signed at that moment, as it is in life, where this takes a second.
 */

/** What swaps wait for that goes by the calendar, or by persons. */
const waitsFor: ReadonlySet<string | undefined> = new Set([
  'CAP_REACHED',
  'BLACKOUT',
  'SIGNING_STOPPED',
]);

/** The swaps of open occurrences. */
export async function openSwaps(stage: Stage): Promise<SwapView[]> {
  const { journal } = stage.running();
  const submitted = await journal.listOccurrences({ state: 'submitted', limit: 100 });
  const views = await Promise.all(
    submitted.flatMap(({ swaps }) => swaps.map((id) => journal.findSwap(id))),
  );
  return views.flatMap((view) => view ?? []);
}

export function isWaiting({ swap }: SwapView): boolean {
  return !isEnd(swap.state) && waitsFor.has(swap.reason?.code);
}

/**
 * Until each swap waits for the calendar or a person, is on its way, or has ended.
 * @param drained until each has ended, or waits
 */
export async function quiet(stage: Stage, { drained = false } = {}): Promise<void> {
  const { journal } = stage.running();
  await until(async () => {
    if ((await journal.listOccurrences({ state: 'acting', limit: 1 })).length > 0) {
      await stage.worker().run();
      return false;
    }
    const views = await openSwaps(stage);
    const quietOnes = await Promise.all(views.map((view) => isQuiet(stage, view, drained)));
    return quietOnes.every(Boolean);
  });
}

async function isQuiet(stage: Stage, view: SwapView, drained: boolean): Promise<boolean> {
  const { id, state, reason } = view.swap;
  if (isEnd(state) || isWaiting(view)) return true;
  switch (state) {
    case 'awaiting_approval':
      return isHeld(stage, id);
    case 'confirming':
    case 'settling':
      return !drained;
    case 'needs_review':
      throw new Error(`swap ${id} needs a person: ${reason?.code} ${reason?.message}`);
    default:
      return false;
  }
}

/** Whether persons still have to decide: what they have decided goes on in a moment. */
async function isHeld(stage: Stage, swapId: SwapId): Promise<boolean> {
  const open = await stage.running().journal.listApprovals({ swapId, states: ['open'], limit: 1 });
  return open.length > 0;
}

/** What waits for the calendar looks again, as its timer would let it. */
export async function wakeWaiting(stage: Stage): Promise<void> {
  for (const view of (await openSwaps(stage)).filter(isWaiting))
    await stage
      .running()
      .retry(view.swap.id)
      .catch((cause: unknown) => {
        // It was let go on meanwhile, and has paid.
        if (!(cause instanceof FerrymanError && cause.code.startsWith('PAYMENT_'))) throw cause;
      });
}
