import { Buffer } from 'node:buffer';
import { isPoint, isXOnlyPoint } from '@bitcoinerlab/secp256k1';
import { payments } from 'bitcoinjs-lib';
import { NETWORK } from './bitcoin-account.ts';
import { classifyScript } from './classify-script.ts';

type Wallet =
  /**
   * `internalKey`: needed to sign for P2TR; `other`: the output script of the key's other address
   * type. Undefined if the request did not give the public key.
   */
  | {
      readonly kind: 'accepted';
      readonly internalKey: Uint8Array | undefined;
      readonly other: Uint8Array | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Whether the sandbox can build a PSBT for a wallet.
 * @param publicKey hex, 33 or 32 bytes; for P2TR the internal key or the key of the address; null
 *   if the request gave none
 */
export function readWallet(outputScript: Uint8Array, publicKey: string | null): Wallet {
  const kind = classifyScript(outputScript);
  if (kind !== 'v0_p2wpkh' && kind !== 'v1_p2tr')
    return refuse('Only P2WPKH and P2TR wallets can pay');
  if (publicKey === null) return { kind: 'accepted', internalKey: undefined, other: undefined };
  const bytes = /^([0-9a-f]{2})+$/i.test(publicKey)
    ? Buffer.from(publicKey, 'hex')
    : Buffer.alloc(0);
  const isKey =
    bytes.length === 33
      ? isPoint(bytes)
      : kind === 'v1_p2tr' && bytes.length === 32 && isXOnlyPoint(bytes);
  if (!isKey) return refuse('publicKey is none');
  const isOf = (output: Uint8Array | undefined) =>
    output !== undefined && Buffer.compare(output, outputScript) === 0;
  const key = bytes.subarray(-32);
  const taproot = payments.p2tr({ internalPubkey: key, network: NETWORK }).output;
  const witness =
    bytes.length === 33 ? payments.p2wpkh({ pubkey: bytes, network: NETWORK }).output : undefined;
  if (kind === 'v0_p2wpkh') {
    return isOf(witness)
      ? { kind: 'accepted', internalKey: key, other: taproot }
      : refuse('publicKey is not that of fromAddress');
  }
  if (isOf(taproot)) return { kind: 'accepted', internalKey: key, other: witness };
  return isOf(payments.p2tr({ pubkey: key, network: NETWORK }).output)
    ? { kind: 'accepted', internalKey: undefined, other: undefined }
    : refuse('publicKey is not that of fromAddress');
}

function refuse(reason: string): Wallet {
  return { kind: 'refused', reason };
}
