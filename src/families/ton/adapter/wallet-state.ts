import type { Cell } from '@ton/core';
import { tonWalletState } from '../formats/wallet.ts';
import { type TonWalletVersion, tonWalletVersions } from '../formats/wallet-versions.ts';
import type { AccountInformation } from './answers.ts';

/** What an account is, as far as a wallet's owner has to know before signing for it. */
export type WalletState =
  /**
   * Nothing is there, or coins only: its first message has to bring its code, with a seqno of zero.
   */
  | { kind: 'not_deployed' }
  /** Its storage has not been paid for. */
  | { kind: 'frozen' }
  /** Other code than that of the wallets that are known. */
  | { kind: 'unknown_code' }
  | ({ kind: 'wallet'; version: TonWalletVersion } & WalletData);

interface WalletData {
  /** What its next message has to have. */
  seqno: number;
  walletId: number;
  /** 32 bytes. */
  publicKey: Uint8Array;
  /** Whether the key may sign at all: V5R1 can be left to its extensions alone. */
  isSignatureAllowed: boolean;
  /** Whether others may send for it: plugins of a V4, extensions of a V5. */
  hasExtensions: boolean;
}

export function readWalletState({ state, code, data }: AccountInformation): WalletState {
  switch (state) {
    case 'uninitialized':
      return { kind: 'not_deployed' };
    case 'frozen':
      return { kind: 'frozen' };
    case 'active': {
      const version = tonWalletVersions.find((one) => code && codeOf(one)?.equals(code));
      const read = version && data && readWalletData(version, data);
      return version && read ? { kind: 'wallet', version, ...read } : { kind: 'unknown_code' };
    }
  }
}

/** The data of a wallet's account; nothing where they are others. */
export function readWalletData(version: TonWalletVersion, data: Cell): WalletData | undefined {
  try {
    const slice = data.beginParse();
    const isSignatureAllowed = version === 'v4r2' || slice.loadBit();
    const [seqno, walletId] = [slice.loadUint(32), slice.loadUint(32)];
    const publicKey = slice.loadBuffer(32);
    const hasExtensions = slice.loadMaybeRef() !== null;
    slice.endParse();
    return { seqno, walletId, publicKey, isSignatureAllowed, hasExtensions };
  } catch {
    return undefined;
  }
}

/** A wallet's code is the same whatever its key. */
function codeOf(version: TonWalletVersion): Cell | null | undefined {
  return tonWalletState({ version, publicKey: new Uint8Array(32), walletId: 0 }).code;
}
