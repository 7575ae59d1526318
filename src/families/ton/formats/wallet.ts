import { beginCell, type StateInit, storeStateInit } from '@ton/core';
// The package's main entry also loads an HTTP client.
import { WalletContractV4 } from '@ton/ton/dist/wallets/v4/WalletContractV4.js';
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import { rawTonAddress } from './address.ts';
import type { TonWalletVersion } from './wallet-versions.ts';

/*
 * Wallet contracts (docs.ton.org, "Wallet contracts"; code from @ton/ton). A key has a separate
 * account for each pair of version and wallet id.
 */

export interface TonWallet {
  version: TonWalletVersion;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  /** Unsigned 32 bits. The wallet requires it in each message. */
  walletId: number;
}

/** The first wallet id of a V4, on every network: a part of the main network's genesis hash. */
const firstV4WalletId = 698_983_191;

/**
 * The id of one of a key's wallets in the base workchain. V4R2: the first id plus the subwallet, on
 * every network, so a message for one network is valid on another. V5R1: network and subwallet
 * combined (github.com/ton-blockchain/wallet-contract-v5, `types.tlb`).
 * @param subwallet 0 to 32,767; wallet apps show 0 first; throws `RangeError` for others
 */
export function tonWalletId(
  version: TonWalletVersion,
  { network, subwallet = 0 }: { network: number; subwallet?: number },
): number {
  if (!Number.isInteger(subwallet) || subwallet < 0 || subwallet > 0x7fff) {
    throw new RangeError(`the subwallet ${subwallet} is not a number from 0 to 32767`);
  }
  switch (version) {
    case 'v4r2':
      return firstV4WalletId + subwallet;
    case 'v5r1':
      // A one for "client context", the workchain and version (zero), and the subwallet.
      return ((0x8000_0000 | subwallet) ^ network) >>> 0;
  }
}

/** Initial code and data of the wallet's account. */
export function tonWalletState({ version, publicKey, walletId }: TonWallet): {
  code: StateInit['code'];
  data: StateInit['data'];
} {
  const key = Buffer.from(publicKey);
  if (key.length !== 32) throw new RangeError('an Ed25519 key is 32 bytes');
  switch (version) {
    case 'v4r2':
      return WalletContractV4.create({ workchain: 0, publicKey: key, walletId }).init;
    case 'v5r1': {
      const { init } = WalletContractV5R1.create({ publicKey: key });
      const data = beginCell()
        .storeBit(true)
        .storeUint(0, 32)
        .storeUint(walletId, 32)
        .storeBuffer(key)
        .storeBit(false);
      return { code: init.code, data: data.endCell() };
    }
  }
}

/** The wallet's address in canonical form: the hash of its initial state. */
export function tonWalletAddress(wallet: TonWallet): string {
  const hash = beginCell()
    .store(storeStateInit(tonWalletState(wallet)))
    .endCell()
    .hash();
  return rawTonAddress({ workchain: 0, hash });
}
