import { useSyncExternalStore } from 'react';
import { personStates, runningStates } from '../../parts/swap-states.ts';
import { readSwapFilter, type SwapFilter } from './swap-filter.ts';

export interface View {
  name: string;
  filter: SwapFilter;
}

export const builtInViews: readonly View[] = [
  { name: 'All', filter: {} },
  { name: 'Needs a person', filter: { state: personStates.join(',') } },
  { name: 'Under way', filter: { state: runningStates.join(',') } },
  { name: 'Failed today', filter: { state: 'failed', newerThan: '24h' } },
  { name: 'Funds unknown', filter: { fundsState: 'unknown' } },
];

const key = 'swap-views';
const listeners = new Set<() => void>();
let views: readonly View[] = readStored();

/** The views that this browser keeps. */
export function useSavedViews(): readonly View[] {
  return useSyncExternalStore(subscribe, () => views);
}

/** A view of the same name is replaced. */
export function saveView(view: View): void {
  store([...views.filter(({ name }) => name !== view.name), view]);
}

export function forgetView(name: string): void {
  store(views.filter((view) => view.name !== name));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(next: readonly View[]): void {
  views = next;
  localStorage.setItem(key, JSON.stringify(next));
  for (const notify of listeners) notify();
}

/** What is stored may be of an older version of the page. */
function readStored(): readonly View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one: { name?: unknown; filter?: unknown } | null) =>
      typeof one?.name === 'string' && typeof one.filter === 'object' && one.filter !== null
        ? [{ name: one.name, filter: readSwapFilter(one.filter as Record<string, unknown>) }]
        : [],
    );
  } catch {
    return [];
  }
}
