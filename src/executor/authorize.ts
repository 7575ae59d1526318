import { timingSafeEqual } from 'node:crypto';
import { treasuryOf } from '../core/swap/account-name.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  ApiKeyRecord,
  ApiKeyStore,
  ApiScope,
  Submitter,
} from '../ports/stores/api-key-store.ts';
import { requireKeySeal, type SealedStore } from './api-keys/key-seal.ts';

/**
 * Finds the API key with this SHA-256 (hex), which must be sealed and live. Throws `UNAUTHORIZED`.
 * @param now in milliseconds since the epoch
 */
export async function identify(
  { journal, sealer }: SealedStore<Pick<ApiKeyStore, 'findApiKey'>>,
  keyHash: string,
  now: number,
): Promise<ApiKeyRecord> {
  const record = await journal.findApiKey(keyHash);
  // Neither the look-up by hash nor the constant-time comparison leaks anything about the key.
  if (!record || !timingSafeEqual(Buffer.from(record.hash, 'hex'), Buffer.from(keyHash, 'hex'))) {
    throw new FerrymanError('UNAUTHORIZED', 'the service does not know this API key');
  }
  await requireKeySeal(sealer, record);
  requireLiving(record, now);
  return record;
}

/** Whether a key was revoked or has expired by now. */
export function isOver(
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, 'expiresAt' | 'revokedAt'>,
  now: number,
): boolean {
  return (
    (revokedAt !== undefined && revokedAt <= now) || (expiresAt !== undefined && expiresAt <= now)
  );
}

/** Throws `UNAUTHORIZED` for a key that was revoked or has expired. */
export function requireLiving(
  { id, expiresAt, revokedAt }: Pick<ApiKeyRecord, 'id' | 'expiresAt' | 'revokedAt'>,
  now: number,
): void {
  if (revokedAt !== undefined && revokedAt <= now)
    throw new FerrymanError('UNAUTHORIZED', `the API key ${id} was revoked`);
  if (expiresAt !== undefined && expiresAt <= now)
    throw new FerrymanError('UNAUTHORIZED', `the API key ${id} has expired`);
}

/** Throws `FORBIDDEN`. */
export function requireScope(
  { id, scopes }: Pick<ApiKeyRecord, 'id' | 'scopes'>,
  scope: ApiScope,
): void {
  if (!scopes.includes(scope))
    throw new FerrymanError('FORBIDDEN', `the API key ${id} lacks the scope ${scope}`);
}

/** What a swap uses of wallets and chains. */
export interface SwapReach {
  wallet: { name: string };
  from: { chain: ChainName };
  to: { chain: ChainName };
}

/**
 * Throws `FORBIDDEN` for a swap of a wallet or chain that the key may not use. A treasury wallet
 * stands for its accounts too.
 */
export function requireReach(
  { id, wallets, chains }: Submitter,
  { wallet, from, to }: SwapReach,
): void {
  if (wallets && !wallets.includes(wallet.name) && !wallets.includes(treasuryOf(wallet.name)))
    throw new FerrymanError('FORBIDDEN', `the API key ${id} may not use the wallet ${wallet.name}`);
  const refused = [from.chain, to.chain].find(
    (chain: ChainName) => chains?.includes(chain) === false,
  );
  if (refused !== undefined)
    throw new FerrymanError('FORBIDDEN', `the API key ${id} may not use the chain ${refused}`);
}

/** Whether suggestions may name wallets: a key with limits that may not view knows its own only. */
export function mayListWallets({ scopes, wallets, chains }: ApiKeyRecord): boolean {
  return scopes.includes('view') || (!wallets && !chains);
}

/** What a submission needs of a key: not what the key is recognized by. */
export function submitterOf({ id, wallets, chains }: ApiKeyRecord): Submitter {
  return { id, ...(wallets ? { wallets } : {}), ...(chains ? { chains } : {}) };
}

/** Throws `FORBIDDEN` for a key that has limits: what is done concerns more than its wallets. */
export function requireUnlimited({ id, wallets, chains }: Submitter): void {
  if (wallets || chains)
    throw new FerrymanError(
      'FORBIDDEN',
      `the API key ${id} may use some wallets or chains only, and this concerns others too`,
    );
}
