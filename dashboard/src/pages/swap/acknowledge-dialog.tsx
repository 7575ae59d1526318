import type { Swap } from 'ferryman-client';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';

export function AcknowledgeDialog({ swap, onClose }: { swap: Swap; onClose(): void }) {
  const { client } = useSession();
  return (
    <ActDialog
      title="Acknowledge money that came after the end"
      verb="Acknowledge"
      act={(note) => client.swaps.acknowledge(swap.id, { note })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        The swap had ended as {swap.endedAs}. Say what you did about the money. The swap then ends
        again as it had.
      </p>
    </ActDialog>
  );
}
