/** API keys. */
export interface ApiKeyStore {
  insertApiKey(key: ApiKeyRecord): Promise<void>;
  /** @param hash SHA-256 of the key, hex */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  findApiKeyById(id: string): Promise<ApiKeyRecord | undefined>;
  countApiKeys(): Promise<number>;
}

export const apiScopes = ['view', 'submit', 'approve', 'admin'] as const;
export type ApiScope = (typeof apiScopes)[number];

export interface ApiKeyRecord {
  /** Public part, for logs and intake jobs. */
  id: string;
  hash: string;
  scopes: readonly ApiScope[];
  /** Sealed by an `IntakeKeySealer`. Absent: the key is older than signed intake jobs. */
  sealedIntakeKey?: string;
}
