import { beginCell, type StateInit, storeStateInit } from '@ton/core';
// The package's own entry loads an HTTP client too.
import { WalletContractV4 } from '@ton/ton/dist/wallets/v4/WalletContractV4.js';
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import { rawTonAddress } from './address.ts';
import type { TonWalletVersion } from './wallet-versions.ts';

/*
 * Wallet contracts (docs.ton.org, "Wallet contracts"; their code as @ton/ton has it). Which wallet
 * a key has is a matter of the version and of the wallet id: each pair is an account of its own.
 */

export interface TonWallet {
  version: TonWalletVersion;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  /** 32 bits, without a sign: what the wallet compares a message's with. */
  walletId: number;
}

/**
 * The first wallet id of a V4: a part of the hash of the main network's genesis, and the same on
 * every network.
 */
const firstV4WalletId = 698_983_191;

/**
 * The id of one of a key's wallets in the base workchain. V4: counted up from the first; the same
 * on each network, so that a message for one is valid on another. V5R1: network and subwallet
 * together (github.com/ton-blockchain/wallet-contract-v5, `types.tlb`).
 * @param subwallet 0 to 32,767, the first one that wallets show is 0; throws `RangeError` for
 *   others
 */
export function tonWalletId(
  version: TonWalletVersion,
  { network, subwallet = 0 }: { network: number; subwallet?: number },
): number {
  if (!Number.isInteger(subwallet) || subwallet < 0 || subwallet > 0x7fff) {
    throw new RangeError(`there is no subwallet ${subwallet}`);
  }
  switch (version) {
    case 'v4r2':
      return firstV4WalletId + subwallet;
    case 'v5r1':
      // A one for "made by a client", the workchain and the version, which are zeros, and the
      // subwallet.
      return ((0x8000_0000 | subwallet) ^ network) >>> 0;
  }
}

/** Code and data that the wallet's account starts with. */
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

/** The wallet's address in its canonical form: the hash of what its account starts with. */
export function tonWalletAddress(wallet: TonWallet): string {
  const hash = beginCell()
    .store(storeStateInit(tonWalletState(wallet)))
    .endCell()
    .hash();
  return rawTonAddress({ workchain: 0, hash });
}
