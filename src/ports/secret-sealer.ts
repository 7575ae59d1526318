/**
 * Encrypts, for the journal, what has to be known again in plain text: the keys that sign intake
 * jobs, and the secrets of webhooks. Makes MACs of rows that only processes with its secret may
 * write. That secret is stored outside the journal.
 */
export interface SecretSealer {
  /**
   * HMAC-SHA256 of a text, base64url. It shows that a process with the secret wrote a row of the
   * journal.
   */
  mac(text: string): Promise<string>;
  /** Checks that there is a secret. Throws `CONFIG_INVALID`. */
  verify(): Promise<void>;
  /** @param owner id of the API key or webhook; it cannot be unsealed under another id */
  seal(owner: string, bytes: Uint8Array): Promise<string>;
  /**
   * Throws `INTAKE_SECRET_WRONG` if it was sealed under another secret or for another owner, or was
   * changed.
   */
  unseal(owner: string, sealed: string): Promise<Uint8Array>;
}
