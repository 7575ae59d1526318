/**
 * Encrypts the keys that sign intake jobs, for the journal. The secret that opens them is outside
 * of it.
 */
export interface IntakeKeySealer {
  /** Finds out whether there is a secret. Throws `CONFIG_INVALID`. */
  verify(): Promise<void>;
  /** @param keyId the API key that it belongs to: under another id it does not open */
  seal(keyId: string, intakeKey: Uint8Array): Promise<string>;
  /**
   * Throws `INTAKE_SECRET_WRONG` where it was sealed under another secret or for another API key,
   * or was changed.
   */
  unseal(keyId: string, sealed: string): Promise<Uint8Array>;
}
