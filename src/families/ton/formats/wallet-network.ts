import type { TonWallet } from './wallet.ts';

/** The bits of a V5R1 wallet's id that the subwallet has to itself. */
const subwalletBits = 15;
/** The one for "made by a client", before the workchain and the version, which are zeros. */
const madeByClient = 0x8000_0000 >>> subwalletBits;

/**
 * Whether a wallet id is one that the network's wallets have: whichever the subwallet, what is left
 * of a V5R1 id without the network's number (`tonWalletId`). Networks whose numbers differ in the
 * last fifteen bits only, such as -239 and -3, have the same ids for other subwallets. V4R2 has the
 * same ids on every network, so that nothing can be told of them.
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
