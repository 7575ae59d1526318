import {
  Address,
  beginCell,
  type Cell,
  loadMessage,
  type StateInit,
  storeMessage,
  storeStateInit,
} from '@ton/core';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { rawTonAddress } from '../formats/address.ts';
import { bocHex, readBocHex } from '../formats/boc.ts';
import { decodeWalletMessage, type WalletMessage } from './wallet-message.ts';

const signatureBytes = 64;
const signatureBits = 8 * signatureBytes;
/**
 * Length of a signed V5R1 message, whose signature is at the end. A V4R2 message has it in front,
 * and never has this length.
 */
const signedV5Bits = 130 + signatureBits;

export interface SignedMessage {
  /** Address of the wallet, canonical. */
  wallet: string;
  /** Hash of the signed cell, 32 bytes. */
  digest: Uint8Array;
  /** 64 bytes. */
  signature: Uint8Array;
  message: WalletMessage;
  /** Whether it carries the wallet's state init (code and data). */
  deploys: boolean;
}

/**
 * The whole external message, as the network receives it, 0x hex.
 * @param init the wallet's own, if it is not deployed yet
 */
export function encodeExternal(
  wallet: string,
  signing: Cell,
  signature: Uint8Array,
  init?: StateInit,
): string {
  return bocHex(externalCell(wallet, bodyWithSignature(signing, signature), init));
}

export function bodyWithSignature(signing: Cell, signature: Uint8Array): Cell {
  const own = Buffer.from(signature);
  const isV5 = signing.bits.length + signatureBits === signedV5Bits;
  const body = isV5
    ? beginCell().storeSlice(signing.beginParse()).storeBuffer(own, signatureBytes)
    : beginCell().storeBuffer(own, signatureBytes).storeSlice(signing.beginParse());
  return body.endCell();
}

/**
 * Parses bytes that Ferryman signed, 0x hex. Throws `SIGNATURE_MISMATCH` for anything that Ferryman
 * would not have encoded.
 */
export function readExternal(bytes: string): SignedMessage {
  const { wallet, body, init } = readEnvelope(bytes);
  try {
    const { signature, signing } = splitBody(body);
    return {
      wallet,
      digest: signing.hash(),
      signature,
      message: decodeWalletMessage(signing),
      deploys: init !== undefined,
    };
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * The id of an external message, 64 hex digits: its normalized hash (TEP-467), which leaves out
 * what relays may change. Throws `SIGNATURE_MISMATCH`.
 */
export function messageIdOf(bytes: string): string {
  const { wallet, body } = readEnvelope(bytes);
  return normalizedHash(wallet, body);
}

/** The wallet message in a signed body. `undefined` if Ferryman would not have encoded it. */
export function readSignedBody(body: Cell): WalletMessage | undefined {
  try {
    return decodeWalletMessage(splitBody(body).signing);
  } catch {
    return undefined;
  }
}

/**
 * No source, no import fee, no state init, and the body in its own cell (TEP-467).
 * @param wallet canonical form
 */
export function normalizedHash(wallet: string, body: Cell): string {
  const cell = beginCell()
    .storeUint(0b10, 2)
    .storeAddress(null)
    .storeAddress(Address.parseRaw(wallet))
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true)
    .storeRef(body);
  return cell.endCell().hash().toString('hex');
}

/** Parses unsigned bytes, 0x hex. Throws `SIGNATURE_MISMATCH`. */
export function readUnsigned(bytes: string): { signing: Cell; message: WalletMessage } {
  try {
    const signing = readBocHex(bytes).root;
    return { signing, message: decodeWalletMessage(signing) };
  } catch (cause) {
    throw unreadable(cause);
  }
}

export function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

function readEnvelope(bytes: string): { wallet: string; body: Cell; init: StateInit | undefined } {
  try {
    const { root } = readBocHex(bytes);
    const { info, init, body } = loadMessage(root.beginParse());
    if (info.type !== 'external-in') throw new RangeError('they are not an external message');
    const { workChain: workchain, hash } = info.dest;
    if (workchain !== 0 && workchain !== -1)
      throw new RangeError(`workchain ${workchain} does not exist`);
    const wallet = rawTonAddress({ workchain, hash });
    if (!externalCell(wallet, body, init ?? undefined).equals(root))
      throw new RangeError('they contain fields that Ferryman does not encode');
    if (init && !beginCell().store(storeStateInit(init)).endCell().hash().equals(hash)) {
      throw new RangeError('the state init belongs to another account');
    }
    return { wallet, body, init: init ?? undefined };
  } catch (cause) {
    throw unreadable(cause);
  }
}

function externalCell(wallet: string, body: Cell, init?: StateInit): Cell {
  const info = { type: 'external-in', dest: Address.parseRaw(wallet), importFee: 0n } as const;
  return beginCell()
    .store(storeMessage({ info, init: init ?? null, body }))
    .endCell();
}

function splitBody(body: Cell): { signature: Uint8Array; signing: Cell } {
  if (body.bits.length < signatureBits) throw new RangeError('the signature is missing');
  const slice = body.beginParse();
  if (body.bits.length !== signedV5Bits)
    return { signature: slice.loadBuffer(signatureBytes), signing: slice.asCell() };
  const signing = beginCell().storeBits(slice.loadBits(signedV5Bits - signatureBits));
  for (const child of body.refs) signing.storeRef(child);
  return { signature: slice.loadBuffer(signatureBytes), signing: signing.endCell() };
}

function unreadable(cause: unknown): FerrymanError {
  if (cause instanceof FerrymanError) return cause;
  return mismatch(
    `the bytes are not a wallet message: ${cause instanceof Error ? cause.message : 'unreadable'}`,
    cause,
  );
}
