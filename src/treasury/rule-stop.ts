import type { TreasuryRule } from '../core/treasury/rule.ts';
import type { PreviewStore } from '../ports/stores/preview-store.ts';
import { type HeldAsset, walletsOf } from './held-asset.ts';

/** Why signing is stopped for what the rule uses. `undefined`: it is not. */
export async function stopOf(
  stops: Pick<PreviewStore, 'findStop'>,
  { id: rule }: TreasuryRule,
  heldAssets: readonly HeldAsset[],
): Promise<string | undefined> {
  for (const { chain, wallet } of walletsOf(heldAssets)) {
    const stop = await stops.findStop({ walletId: wallet.id, wallet: wallet.name, chain, rule });
    if (stop) return stop.message;
  }
  return undefined;
}
