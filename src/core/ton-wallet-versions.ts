/** Versions of wallet contracts that are known, and the networks that they are on; apart from their code, which takes a library to build. */

export const tonWalletVersions = ['v4r2', 'v5r1'] as const;
export type TonWalletVersion = (typeof tonWalletVersions)[number];

/** What a network's blocks say of it (`global_id`): the main one, and the test one. */
export const tonNetworks = { mainnet: -239, testnet: -3 } as const;
