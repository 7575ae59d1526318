import type { Duty } from '../duty.ts';

/** How an installation keeps its books. */
export interface BookKeeping {
  /** `with-rules`: while there is a rule of the treasury. */
  when: 'always' | 'with-rules' | 'never';
  /** Milliseconds between two rounds while a swap is to be booked, or a balance was not read. */
  every: number;
  /** Does what is due. Returns the milliseconds until balances are read again. */
  keep(): Promise<number>;
}

/**
 * Keeps the books. While nothing has ended since it costs nothing until balances are due: the
 * heartbeat knows whether something is to be booked.
 */
export function followBooks({ every, keep }: BookKeeping, hasUnbooked: () => boolean): Duty {
  return {
    name: 'books and balances',
    async run() {
      const next = Math.max(every, await keep());
      return { within: hasUnbooked() ? every : next };
    },
  };
}
