import { type CapStanding, standingOf } from '../core/caps/cap-standing.ts';
import type { CapStore } from '../ports/stores/cap-store.ts';
import type { ExecutorContext } from './context.ts';

/** The policy's caps with what is used of them now. */
export async function readCaps({
  guard,
  journal,
}: Pick<ExecutorContext<CapStore>, 'guard' | 'journal'>): Promise<CapStanding[]> {
  if (guard.caps.length === 0) return [];
  const usages = await journal.capUsage();
  return guard.caps.map((cap) => standingOf(cap, usages));
}
