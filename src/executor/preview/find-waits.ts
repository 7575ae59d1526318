import type { Job } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import type { HealthStore } from '../../ports/stores/health-store.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import type { PreviewWait } from './preview.ts';

type Stores = PreviewStore & Pick<HealthStore, 'health'>;

/** What a new swap of the job would wait for before its order is made: stops, and its lane. */
export async function findWaits(
  journal: Stores,
  { wallet, from, flow, rule }: Job,
  order: Order | undefined,
): Promise<PreviewWait[]> {
  const [stop, { lanes }] = await Promise.all([
    journal.findStop({
      walletId: wallet.id,
      wallet: wallet.name,
      chain: from.chain,
      provider: order?.provider,
      rule: rule?.id,
    }),
    journal.health(),
  ]);
  const lane = lanes.find((one) => one.wallet === wallet.name && one.chain === from.chain);
  // A person pays it, so it needs no slot of a lane.
  const isBusy = flow !== 'deposit-by-hand' && lane && lane.used + lane.waiting >= lane.slots;
  return [
    ...(stop ? [{ kind: 'stop' as const, code: stop.code, message: stop.message }] : []),
    ...(isBusy
      ? [
          {
            kind: 'lane' as const,
            message: `${lane.used} of ${lane.slots} slots of the lane ${wallet.name}@${from.chain} are used, and ${lane.waiting} swaps wait`,
          },
        ]
      : []),
  ];
}
