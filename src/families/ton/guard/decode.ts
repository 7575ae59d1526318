import type { Cell } from '@ton/core';
import { type ReadBoc, readBocHex } from '../formats/boc.ts';
import { readTonBody, type TonBody } from '../formats/body.ts';
import { readTonWire, type TonWire, type TonWireMessage } from './wire.ts';

/** One message that the wallet sends: a call of its destination. */
export interface TonCall
  extends Pick<TonWireMessage, 'destination' | 'bounce' | 'stateInit' | 'mode'> {
  /** Nanotons. */
  value: bigint;
  /** The decoded body. The destination may interpret it differently. */
  body: TonBody;
  /** The raw body. */
  content: Cell;
  /** Hash of the body for comparison, 64 hex digits. */
  bodyHash: string;
}

/** Decoded from the bytes alone. What the receivers do is not included. */
export interface TonContent extends Pick<TonWire, 'version' | 'walletId' | 'validUntil' | 'seqno'> {
  family: 'ton';
  calls: readonly TonCall[];
  /** Total nanotons of the messages. Fees are paid in addition (mode +1). */
  value: bigint;
  /** Nanotons per destination, keyed by canonical address. */
  coinsOut: ReadonlyMap<string, bigint>;
  /** Length in bytes, number of cells, and depth of the cell tree. */
  size: number;
  cells: number;
  depth: number;
}

/** A requested jetton transfer. */
export interface JettonOut {
  /** Not verified here: only the jetton's minter knows the wallet's own jetton wallet. */
  jettonWallet: string;
  amount: bigint;
  destination: string | undefined;
  responseDestination: string | undefined;
  forwardAmount: bigint;
  /** Nanotons of the message, which include the forward amount. */
  value: bigint;
  hasCustomPayload: boolean;
}

/**
 * Decodes the cell to sign.
 * @param bytes the message without its signature, 0x hex
 */
export function decodeTon(
  bytes: string,
): { ok: true; content: TonContent } | { ok: false; fault: string } {
  try {
    const { root, size, cells } = readBocHex(bytes);
    return { ok: true, content: contentOf(readTonWire(root), { root, size, cells }) };
  } catch (error) {
    return {
      ok: false,
      fault: `the bytes are not a wallet message: ${error instanceof Error ? error.message : 'unreadable'}`,
    };
  }
}

/** The jetton transfers among the calls, in their order. */
export function jettonsOut({ calls }: Pick<TonContent, 'calls'>): JettonOut[] {
  return calls.flatMap(({ destination: jettonWallet, value, body }) => {
    if (body.kind !== 'jetton_transfer') return [];
    const { amount, destination, responseDestination, forwardAmount, customPayload } = body;
    const hasCustomPayload = customPayload !== undefined;
    return [
      {
        jettonWallet,
        amount,
        destination,
        responseDestination,
        forwardAmount,
        value,
        hasCustomPayload,
      },
    ];
  });
}

function contentOf({ messages, ...head }: TonWire, { root, size, cells }: ReadBoc): TonContent {
  const coinsOut = new Map<string, bigint>();
  for (const { destination, value } of messages) {
    coinsOut.set(destination, (coinsOut.get(destination) ?? 0n) + value);
  }
  return {
    family: 'ton',
    ...head,
    calls: messages.map(({ body, ...rest }) => ({
      ...rest,
      body: readTonBody(body),
      content: body,
      bodyHash: body.hash().toString('hex'),
    })),
    value: messages.reduce((sum, { value }) => sum + value, 0n),
    coinsOut,
    size,
    cells,
    depth: root.depth(),
  };
}
