import type { Swap, SwapRecord } from 'ferryman-client';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useSession } from '../../session/session.ts';

interface CancelDialogProps {
  swap: Swap;
  /** What the service would do now. */
  as: SwapRecord['money']['cancel']['as'];
  onClose(): void;
}

export function CancelDialog({ swap, as, onClose }: CancelDialogProps) {
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
        {as === 'end'
          ? 'Nothing of it can still pay. The swap ends as cancelled at once.'
          : 'A transaction is signed, so this is a request: the chain decides which lands first, that one or its cancellation. If the payment lands, the swap goes on.'}
      </p>
    </ActDialog>
  );
}
