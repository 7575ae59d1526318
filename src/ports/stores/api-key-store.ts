import type { ChainName } from '../../core/swap/chains.ts';

/** API keys. */
export interface ApiKeyStore {
  insertApiKey(key: NewApiKeyRecord): Promise<void>;
  /** By the SHA-256 of the key, hex; also one that is revoked or has expired. */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  findApiKeyById(id: string): Promise<ApiKeyRecord | undefined>;
  /** Replaces the seal of a key that is there. */
  sealApiKey(id: string, seal: string): Promise<void>;
  countApiKeys(): Promise<number>;
  /** The newest first, the revoked ones too. */
  listApiKeys(page?: ApiKeyPage): Promise<ApiKeyRecord[]>;
  /**
   * Ends a key at `at`, in milliseconds since the epoch, or earlier where it was revoked or expires
   * before. A key never lives again. False: there is no key of this id.
   */
  revokeApiKey(id: string, at: number): Promise<boolean>;
}

export interface ApiKeyPage {
  limit?: number;
  /** The id of the last key of the page before. */
  before?: string;
}

export const apiScopes = ['view', 'submit', 'approve', 'admin'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** What the answers to a key do not show. Its only scope is `view`. */
export const apiMasks = ['addresses', 'metadata'] as const;
export type ApiMask = (typeof apiMasks)[number];

/** What a key may do, besides its scopes. */
interface ApiKeyLimits {
  /** Names of wallets whose swaps it may change or submit. Absent: all. */
  wallets?: readonly string[];
  /** Chains that such swaps may come from and go to. Absent: all. */
  chains?: readonly ChainName[];
  /** Absent: it sees everything. */
  masks?: readonly ApiMask[];
  /** Absent: the default of the API. */
  requestsPerMinute?: number;
  /** Milliseconds since the epoch. Absent: never. */
  expiresAt?: number;
}

export interface NewApiKeyRecord extends ApiKeyLimits {
  /** Public part, for logs and intake jobs. */
  id: string;
  hash: string;
  scopes: readonly ApiScope[];
  /** What a person calls it. */
  name?: string;
  /** Who made it. */
  createdBy?: string;
  /**
   * The id of the key that it replaced by rotation, or that this one had replaced: whoever holds
   * them is one person. Absent: it is the first.
   */
  principal?: string;
  /** Sealed by an `SecretSealer`. Absent: the key is from before intake jobs were signed. */
  sealedIntakeKey?: string;
  /** Of `sealApiKey`. Absent: an earlier version stored the key, or another program. */
  seal?: string;
}

/** Who submits or changes a swap: a key, and the wallets and chains that it may use. */
export type Submitter = Pick<NewApiKeyRecord, 'id' | 'wallets' | 'chains'>;

export interface ApiKeyRecord extends NewApiKeyRecord {
  createdAt: number;
  /** Milliseconds since the epoch, also of a moment to come. */
  revokedAt?: number;
}
