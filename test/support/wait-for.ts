import { vi } from 'vitest';
import { hangLimit } from './hang-limit.ts';

/** Polls until `read` no longer throws, and returns its result. */
export function waitFor<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(read, { timeout: hangLimit, interval: 30 });
}
