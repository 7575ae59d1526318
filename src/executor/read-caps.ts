import { budgetsOf } from '../core/caps/budgets.ts';
import { type CapStanding, standingOf } from '../core/caps/cap-standing.ts';
import type { CapStore } from '../ports/stores/cap-store.ts';
import type { ExecutorContext } from './context.ts';

/** The policy's caps, and the budgets of the rules in use, with what is used of them now. */
export async function readCaps({
  guard,
  journal,
  calendar,
}: Pick<ExecutorContext<CapStore>, 'guard' | 'journal' | 'calendar'>): Promise<CapStanding[]> {
  const at = calendar?.now();
  const rules = await journal.rulesInUse(at);
  const caps = [...guard.caps, ...rules.flatMap((rule) => budgetsOf({ rule }))];
  if (caps.length === 0) return [];
  const usages = await journal.capUsage(at);
  return caps.map((cap) => standingOf(cap, usages));
}
