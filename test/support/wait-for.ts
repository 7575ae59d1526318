import { vi } from 'vitest';
import { hangLimit } from './hang-limit.ts';

/** Looks until `look` no longer throws, and gives what it gives then. */
export function waitFor<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: hangLimit, interval: 30 });
}
