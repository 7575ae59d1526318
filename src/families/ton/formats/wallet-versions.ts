/* What is known of wallet contracts beside their code, which takes a library to build. */

export const tonWalletVersions = ['v4r2', 'v5r1'] as const;
export type TonWalletVersion = (typeof tonWalletVersions)[number];

/**
 * How many messages a wallet sends at once: as many as a cell has references (V4R2), or as a list
 * of actions holds (V5R1, `types.tlb`).
 */
export const maxTonMessages: Readonly<Record<TonWalletVersion, number>> = { v4r2: 4, v5r1: 255 };

/** Payments of a wallet that go together, one message each: as many as either version sends. */
export const maxTogether = maxTonMessages.v4r2;
