import type { Swap } from 'ferryman-client';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';

export function CancelDialog({ swap, onClose }: { swap: Swap; onClose(): void }) {
  const { client } = useSession();
  return (
    <ActDialog
      title="Cancel this swap"
      verb="Cancel the swap"
      isDangerous
      act={(reason) => client.swaps.cancel(swap.id, { reason })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {swap.payment
          ? 'A payment is signed, so this is a request: the chain decides which lands first, the payment or its cancellation. If the payment lands, the swap goes on.'
          : 'Nothing is signed. The swap ends as cancelled at once.'}
      </p>
    </ActDialog>
  );
}
