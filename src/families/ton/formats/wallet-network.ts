import type { TonWallet } from './wallet.ts';

/** The low bits of a V5R1 wallet id, which hold the subwallet. */
const subwalletBits = 15;
/** The upper bits: a one for "client context", then the workchain and version, which are zero. */
const madeByClient = 0x8000_0000 >>> subwalletBits;

/**
 * Whether a wallet id fits the network: the upper bits of a V5R1 id contain it (`tonWalletId`).
 * Networks that differ only in the last fifteen bits, such as -239 and -3, share ids for different
 * subwallets. V4R2 ids are the same on every network.
 * @param network `global_id` of its blocks
 */
export function isTonWalletOfNetwork(
  { version, walletId }: Pick<TonWallet, 'version' | 'walletId'>,
  network: number,
): boolean {
  switch (version) {
    case 'v4r2':
      return true;
    case 'v5r1':
      return (walletId ^ network) >>> subwalletBits === madeByClient;
  }
}
