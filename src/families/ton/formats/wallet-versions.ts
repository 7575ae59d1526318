/* Facts of wallet contracts, apart from their code, which needs a library. */

export const tonWalletVersions = ['v4r2', 'v5r1'] as const;
export type TonWalletVersion = (typeof tonWalletVersions)[number];

/**
 * Messages that a wallet can send at once: the references of a cell (V4R2), or the length of an
 * action list (V5R1, `types.tlb`).
 */
export const maxTonMessages: Readonly<Record<TonWalletVersion, number>> = { v4r2: 4, v5r1: 255 };

/** Payments in a batch, one message each: as many as both versions can send. */
export const maxTogether = maxTonMessages.v4r2;
