import { Buffer } from 'node:buffer';
import type { Block } from '../block.ts';

/** A block in the members of Esplora's API.md. */
export function renderBlock({ hash, height, time, medianTime, transactions, wire }: Block): object {
  const { version, merkleRoot, prevHash, nonce, bits } = wire;
  return {
    id: hash,
    height,
    version,
    timestamp: time,
    tx_count: transactions.length,
    size: wire.byteLength(),
    weight: wire.weight(),
    merkle_root: reversed(merkleRoot),
    previousblockhash: height === 0 ? null : reversed(prevHash),
    mediantime: medianTime,
    nonce,
    bits,
    // Of the easiest target, in units of the easiest one that the main network ever had.
    difficulty: 4.6565423739069247e-10,
  };
}

function reversed(hash: Uint8Array | undefined): string {
  return Buffer.from(hash ?? [])
    .reverse()
    .toString('hex');
}
