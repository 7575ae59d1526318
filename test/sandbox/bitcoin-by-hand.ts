import { createHash, randomBytes } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { crypto, initEccLib, networks, Psbt, payments, type Signer, toXOnly } from 'bitcoinjs-lib';
import { expect } from 'vitest';

initEccLib(ecc);
const network = networks.regtest;

/** Somebody with an address of one kind. */
export interface Hand {
  readonly address: string;
  readonly script: Uint8Array;
  readonly signer: Signer;
  /** Of a taproot address only. */
  readonly internalKey?: Uint8Array;
}

export interface Output {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
}

interface Payment {
  readonly from: Hand;
  readonly outputs: readonly Output[];
  readonly to: readonly { readonly address: string; readonly value: number }[];
  readonly sequence?: number;
  readonly lockTime?: number;
  readonly version?: number;
  /** Default: the library refuses what it takes for far too much. */
  readonly isFeeChecked?: boolean;
}

function keyPair() {
  const secretKey = randomBytes(32);
  const publicKey = ecc.pointFromScalar(secretKey, true)!;
  return { secretKey, publicKey };
}

export function segwitHand(): Hand {
  const { secretKey, publicKey } = keyPair();
  const { address, output } = payments.p2wpkh({ pubkey: publicKey, network });
  return {
    address: address!,
    script: output!,
    signer: { publicKey, sign: (hash) => signToSize(hash, secretKey) },
  };
}

/**
 * Signatures differ in length by what their two numbers begin with; these do not, nor do their
 * transactions.
 */
function signToSize(hash: Uint8Array, secretKey: Uint8Array): Uint8Array {
  for (;;) {
    const signature = ecc.sign(hash, secretKey, randomBytes(32));
    const [r, s] = [signature[0]!, signature[32]!];
    if (r > 0 && r < 0x80 && s > 0 && s < 0x80) return signature;
  }
}

/** Pays by the key path alone (BIP 86). */
export function taprootHand(): Hand {
  const { secretKey, publicKey } = keyPair();
  const internalKey = toXOnly(publicKey);
  const { address, output } = payments.p2tr({ internalPubkey: internalKey, network });
  const even = publicKey[0] === 3 ? ecc.privateNegate(secretKey) : secretKey;
  const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', internalKey))!;
  const signer = {
    publicKey: ecc.pointFromScalar(tweaked, true)!,
    sign: (hash: Uint8Array) => ecc.sign(hash, tweaked),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, tweaked),
  };
  return { address: address!, script: output!, internalKey, signer };
}

/** @returns the signed transaction */
export function pay({
  from,
  outputs,
  to,
  sequence,
  lockTime,
  version,
  isFeeChecked = true,
}: Payment) {
  const psbt = new Psbt({ network });
  if (lockTime !== undefined) psbt.setLocktime(lockTime);
  if (version !== undefined) psbt.setVersion(version);
  for (const { txid, vout, value } of outputs) {
    psbt.addInput({
      hash: txid,
      index: vout,
      witnessUtxo: { script: from.script, value: BigInt(value) },
      ...(sequence === undefined ? {} : { sequence }),
      ...(from.internalKey === undefined ? {} : { tapInternalKey: from.internalKey }),
    });
  }
  for (const { address, value } of to) psbt.addOutput({ address, value: BigInt(value) });
  psbt.signAllInputs(from.signer).finalizeAllInputs();
  return psbt.extractTransaction(!isFeeChecked);
}

/** A transaction whose one signature is over something else. */
export function withBrokenSignature(payment: Payment) {
  const transaction = pay(payment);
  const [signature] = transaction.ins[0]!.witness;
  const wrong = createHash('sha256').update('something else').digest();
  const { signer, internalKey } = payment.from;
  if (internalKey !== undefined) signature!.set(signer.signSchnorr!(wrong) as Uint8Array);
  // The last bytes of a signature are its second number's lowest ones, and then its kind.
  else signature![signature!.length - 2]! ^= 1;
  return transaction;
}

/** What speaks Esplora's HTTP to a node. */
export function esploraClient(url: string) {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    return { status: response.status, text, type: response.headers.get('content-type') ?? '' };
  };
  return {
    get,
    async json(path: string): Promise<unknown> {
      const { status, text } = await get(path);
      expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
      return JSON.parse(text);
    },
    async send(hex: string) {
      const response = await fetch(`${url}/tx`, { method: 'POST', body: hex });
      return { status: response.status, text: await response.text() };
    },
    async unspent(address: string): Promise<(Output & { status: { confirmed: boolean } })[]> {
      return JSON.parse((await get(`/address/${address}/utxo`)).text);
    },
  };
}

/** How the node answers what it does not take. */
export function refusal(code: number, message: string) {
  return {
    status: 400,
    text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
  };
}
