import type { Clock } from '../../ports/clock.ts';
import type { ApiKeyRecord, ApiKeyStore } from '../../ports/stores/api-key-store.ts';
import { isOver } from '../authorize.ts';
import { type KeyStanding, type SealedStore, standingOfKey } from './key-seal.ts';

export interface KeyToSeal {
  key: ApiKeyRecord;
  standing: Exclude<KeyStanding, 'sealed'>;
}

/** The valid keys that are refused because their rows have no seal of this secret, oldest first. */
export async function keysToSeal({
  journal,
  sealer,
  clock,
}: SealedStore<Pick<ApiKeyStore, 'listApiKeys'>> & { clock: Clock }): Promise<KeyToSeal[]> {
  const now = clock.now();
  const found: KeyToSeal[] = [];
  for (const key of (await journal.listApiKeys()).reverse()) {
    if (isOver(key, now)) continue;
    const standing = await standingOfKey(sealer, key);
    if (standing !== 'sealed') found.push({ key, standing });
  }
  return found;
}
