import type { Logger } from 'pino';

interface Approving {
  approvals?: {
    rows: readonly {
      outcome: 'allow' | 'block' | { expiresAfter: number; coolFor?: number };
    }[];
  };
}

/**
 * Warns of rows of approvals that allow more time than a swap waits for a person: its envelope ends
 * before the row says, or a new receiver's time never passes.
 * @param approvalWithin milliseconds, of the executor's policy
 */
export function warnOfShortHolds(
  { approvals }: Approving,
  approvalWithin: number,
  logger: Pick<Logger, 'warn'>,
): void {
  for (const [index, { outcome }] of (approvals?.rows ?? []).entries()) {
    if (typeof outcome === 'string') continue;
    const { expiresAfter, coolFor = 0 } = outcome;
    if (expiresAfter <= approvalWithin) continue;
    logger.warn(
      { row: `/approvals/${index}`, expiresAfter, coolFor, approvalWithin },
      coolFor >= approvalWithin
        ? 'nothing that this row holds ever passes: policy.approvalWithin ends before coolFor'
        : 'envelopes of this row end with policy.approvalWithin, before expiresAfter: raise it, or lower expiresAfter',
    );
  }
}
