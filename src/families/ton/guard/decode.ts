import type { Cell } from '@ton/core';
import { type ReadBoc, readBocHex } from '../formats/boc.ts';
import { readTonBody, type TonBody } from '../formats/body.ts';
import { readTonWire, type TonWire, type TonWireMessage } from './wire.ts';

/** One message that the wallet sends: a call of its destination. */
export interface TonCall
  extends Pick<TonWireMessage, 'destination' | 'bounce' | 'stateInit' | 'mode'> {
  /** Nanotons sent along. */
  value: bigint;
  /** What the message asks for; a destination may still take it for something else. */
  body: TonBody;
  /** All of the body. */
  content: Cell;
  /** Of the body, 64 hex digits: what it is compared with another one by. */
  bodyHash: string;
}

/** What the bytes say, read from them alone: the effects on others are theirs to have. */
export interface TonContent extends Pick<TonWire, 'version' | 'walletId' | 'validUntil' | 'seqno'> {
  family: 'ton';
  calls: readonly TonCall[];
  /** Nanotons sent along, all together; fees come beside them (mode +1). */
  value: bigint;
  /** Nanotons for each destination, by its canonical address. */
  coinsOut: ReadonlyMap<string, bigint>;
  /**
   * Bytes that they are written in, the cells that these make, and how many of them are below one
   * another.
   */
  size: number;
  cells: number;
  depth: number;
}

/** What a jetton wallet is asked to move. */
export interface JettonOut {
  /** Whether it is the wallet's own is for somebody to derive who knows the jetton's master. */
  jettonWallet: string;
  amount: bigint;
  destination: string | undefined;
  responseDestination: string | undefined;
  forwardAmount: bigint;
  /** Nanotons sent along, of which the forward amount is a part. */
  value: bigint;
  hasCustomPayload: boolean;
}

/**
 * Reads the cell that will be signed. @param bytes 0x hex, as they are kept: the message without
 * its signature
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
      fault: `the bytes are no message of a wallet: ${error instanceof Error ? error.message : 'unreadable'}`,
    };
  }
}

/** The transfers of jettons among the calls, in their order. */
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
