/** Of a BIP-39 phrase (SLIP-10, SLIP-44): what common wallets show first. */
export const tonPath = "m/44'/607'/0'";
