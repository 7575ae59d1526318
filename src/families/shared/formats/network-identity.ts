/**
 * What tells a network from all others: what its nodes show, not how a configuration spells it.
 * Both members are canonical texts of the family.
 */
export interface NetworkIdentity {
  /** The number that signatures carry: EIP-155 chain id, TON's `global_id`. Absent: there is none. */
  id?: string;
  /** Hash of block 0, of the genesis, or of the zero state. Absent: not known. */
  genesis?: string;
}

/** A network on which coins have no value. What such a table does not list counts as real. */
export interface ExemptNetwork extends NetworkIdentity {
  kind: 'sandbox' | 'test';
  title: string;
}

/** Hex digits in one spelling. */
export function canonicalHex(text: string): string {
  return text.toLowerCase();
}
