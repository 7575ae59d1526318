/** Addresses of one chain that are known to be right, and texts that are none. */
export interface AddressRows {
  /** Alone where they are canonical as they stand, else with their canonical form. */
  good: readonly (string | readonly [text: string, canonical: string])[];
  /**
   * With what is wrong. Single letters changed are tried for every good one besides, wherever a
   * checksum would notice.
   */
  bad: readonly (readonly [text: string, fault: string])[];
}

export type RowsByChain = Readonly<Record<string, AddressRows>>;

/** Canonical, and not an address of most other chains. */
export const elsewhere = {
  bitcoin: '17A16QmavnUfCW11DAApiJxp7ARnxN5pGX',
  segwit: 'bc1qj7uu67l9zkajuhx976d8fvj2ylc29gnq3kjm3r',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
} as const;
