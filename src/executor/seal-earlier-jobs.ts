import type { Logger } from 'pino';
import type { SealJob } from '../ports/job-seals.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import type { SealStore } from '../ports/stores/seal-store.ts';

interface Needs {
  journal: SealStore & Pick<AuditStore, 'recordAct'>;
  logger: Logger;
}

const perRound = 500;

/**
 * Seals the open jobs that an earlier version accepted. Runs when the first key of a data folder is
 * made, and never again: a later job without a seal was not accepted by Ferryman, and is held.
 * The audit log names how many there were.
 */
export async function sealEarlierJobs({ journal, logger }: Needs, seal: SealJob): Promise<void> {
  for (;;) {
    const found = await journal.unsealedSwaps(perRound);
    if (found.length === 0) return;
    await journal.recordAct({
      actor: 'ferryman',
      action: 'sealJobs',
      subject: 'swaps',
      reason: 'an earlier version accepted them',
      data: { swaps: found.map(({ id }) => id) },
    });
    await journal.sealSwaps(
      found.map((swap) => ({ id: swap.id, seal: seal(swap, 'earlier version') })),
    );
    logger.warn({ swaps: found.length }, 'sealed the open jobs of an earlier version');
  }
}
