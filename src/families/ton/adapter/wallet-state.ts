import type { Cell } from '@ton/core';
import { tonWalletState } from '../formats/wallet.ts';
import { type TonWalletVersion, tonWalletVersions } from '../formats/wallet-versions.ts';
import type { AccountInformation } from './answers.ts';

/** What Ferryman must know about an account before it signs for it. */
export type WalletState =
  /** It has no code. Its first message must carry the state init, with seqno 0. */
  | { kind: 'not_deployed' }
  /** Its storage fee is unpaid. */
  | { kind: 'frozen' }
  /** Its code is not that of a supported wallet. */
  | { kind: 'unknown_code' }
  | ({ kind: 'wallet'; version: TonWalletVersion } & WalletData);

interface WalletData {
  /** Seqno of its next message. */
  seqno: number;
  walletId: number;
  /** 32 bytes. */
  publicKey: Uint8Array;
  /** Whether the wallet accepts its key's signature. A V5R1 may accept only its extensions. */
  isSignatureAllowed: boolean;
  /** Whether contracts may send for it: plugins of a V4, extensions of a V5. */
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

/** Parses a wallet's data. `undefined` if the data has another form. */
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

/** A wallet's code does not depend on its key. */
function codeOf(version: TonWalletVersion): Cell | null | undefined {
  return tonWalletState({ version, publicKey: new Uint8Array(32), walletId: 0 }).code;
}
