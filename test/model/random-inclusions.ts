import type { Inclusion } from '../../src/core/swap/swap.ts';
import type { BothJournals } from './both-journals.ts';

export function inclusionsAt(latest: bigint): readonly Inclusion[] {
  const at = (number: bigint, succeeded: boolean) => ({
    block: { number, hash: `0x${number}` },
    succeeded,
    feePaid: 21n,
  });
  return [
    { status: 'unseen' },
    { status: 'pending' },
    { status: 'included', ...at(latest, true) },
    { status: 'included', ...at(latest - 3n, true) },
    { status: 'included', ...at(latest - 3n, false) },
    { status: 'final', ...at(latest - 6n, true) },
  ];
}

export function hasIncluded(
  { model: { state } }: BothJournals,
  leaseId: string,
  except: string,
): boolean {
  const found = state.swaps
    .flatMap(({ steps }) => steps)
    .find(({ lease: one }) => one?.id === leaseId);
  return (found?.lease?.attempts ?? []).some(
    ({ txId, inclusion: { status } }) =>
      txId !== except && (status === 'included' || status === 'final'),
  );
}
