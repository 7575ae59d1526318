import type { CodeEntry } from './code-entry.ts';

/** Faults of the treasury's books. */
export const bookCodes = {
  BOOKS_INCOMPLETE: {
    next: 'retry',
    status: 409,
    meaning:
      'Swaps that ended in the period are not booked yet, so an export would lack them. Ferryman books a swap a minute after its end, while the treasury worker runs and the chains of the swap answer. Start that worker, look at its log for a chain that does not answer, and export again.',
  },
} as const satisfies Record<string, CodeEntry>;
