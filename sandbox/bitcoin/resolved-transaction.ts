import { Buffer } from 'node:buffer';
import type { Transaction } from 'bitcoinjs-lib';
import type { SpentOutput } from './engine.ts';

/** A transaction with the outputs that it spends. */
export interface ResolvedTransaction {
  /** In display byte order. */
  readonly txid: string;
  readonly wire: Transaction;
  readonly bytes: Uint8Array;
  /** In the order of the inputs; empty for a coinbase. */
  readonly spent: readonly SpentOutput[];
  /** In satoshis. */
  readonly fee: bigint;
  /** A quarter of the weight, rounded up (BIP 141). */
  readonly virtualSize: number;
}

/** Identifies an output. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** @param spent in the order of the inputs; empty for a coinbase */
export function resolveTransaction(
  wire: Transaction,
  spent: readonly SpentOutput[],
): ResolvedTransaction {
  const paid = wire.outs.reduce((sum, { value }) => sum + value, 0n);
  return {
    txid: wire.getId(),
    wire,
    bytes: wire.toBuffer(),
    spent,
    fee: wire.isCoinbase() ? 0n : spent.reduce((sum, { value }) => sum + value, 0n) - paid,
    virtualSize: wire.virtualSize(),
  };
}

export function outpointsOf(wire: Transaction): Outpoint[] {
  return wire.ins.map(({ hash, index }) => ({
    txid: Buffer.from(hash).reverse().toString('hex'),
    vout: index,
  }));
}

/** @returns equal keys for equal outpoints */
export function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}
