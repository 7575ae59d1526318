/** Derivation path for a BIP-39 phrase (SLIP-10, SLIP-44), as common wallets use it first. */
export const tonPath = "m/44'/607'/0'";
