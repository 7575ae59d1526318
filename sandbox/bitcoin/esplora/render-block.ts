import { Buffer } from 'node:buffer';
import type { Block } from '../block.ts';

/** A block in the form of Esplora's API.md. */
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
    // Difficulty of the easiest target, relative to the easiest one of the main network.
    difficulty: 4.6565423739069247e-10,
  };
}

function reversed(hash: Uint8Array | undefined): string {
  return Buffer.from(hash ?? [])
    .reverse()
    .toString('hex');
}
