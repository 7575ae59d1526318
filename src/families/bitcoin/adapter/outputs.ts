import { readBitcoinScript } from '../formats/address.ts';
import { isDataScript, maxMemoBytes, readMemoScript } from '../formats/memo.ts';
import type { BitcoinOutput } from '../formats/read-transaction.ts';
import { inBitcoin } from './in-bitcoin.ts';

/** Fee rate of the dust limit, per 1,000 vbytes (Bitcoin Core, policy.h, `DUST_RELAY_TX_FEE`). */
const dustRelayFee = 3_000n;

/**
 * Satoshis below which nodes do not relay an output (Bitcoin Core, policy.cpp, `GetDustThreshold`):
 * the cost to create and spend it. 294 for P2WPKH, 330 for P2TR and P2WSH, 546 for P2PKH, 540 for
 * P2SH.
 */
export function dustLimit(script: Uint8Array): bigint {
  const kind = readBitcoinScript(script)?.kind;
  const isWitness = kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr';
  const spending = isWitness ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4;
  return (BigInt(8 + 1 + script.length + spending) * dustRelayFee) / 1_000n;
}

/** The fault of a transaction's outputs. `undefined` if they are standard and nodes relay them. */
export function outputFault(outputs: readonly BitcoinOutput[]): string | undefined {
  if (outputs.length === 0) return 'it has no outputs';
  let memos = 0;
  for (const [index, { value, script }] of outputs.entries()) {
    if (isDataScript(script)) {
      memos += 1;
      if (!readMemoScript(script))
        return `output ${index} is an OP_RETURN that is not a single memo of at most ${maxMemoBytes} bytes`;
      if (value !== 0n) return `output ${index} burns ${inBitcoin(value)}`;
    } else if (!readBitcoinScript(script)) {
      return `output ${index} has a script without an address`;
    } else if (value < dustLimit(script)) {
      return `output ${index} is dust: ${inBitcoin(value)}`;
    }
  }
  return memos > 1 ? 'it has more than one OP_RETURN' : undefined;
}
