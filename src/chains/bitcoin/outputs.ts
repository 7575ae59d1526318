import { readBitcoinScript } from '../../core/bitcoin-address.ts';
import type { BitcoinOutput } from '../../core/read-bitcoin-transaction.ts';

/** Bytes that nodes pass on behind an OP_RETURN (Bitcoin Core before 30, policy.h, `MAX_OP_RETURN_RELAY`: 83 with the opcodes). */
const mostMemoBytes = 80;

const opReturn = 0x6a;
const opPushData1 = 0x4c;
/** The longest push that is its own opcode. */
const mostDirectPush = 75;
/** Satoshis for a thousand virtual bytes that spending an output is reckoned at (Bitcoin Core, policy.h, `DUST_RELAY_TX_FEE`). */
const dustRelayFee = 3_000n;

/**
 * Satoshis below which nodes pass on no output of a script (Bitcoin Core, policy.cpp, `GetDustThreshold`): what it costs to make and to
 * spend it. 294 for P2WPKH, 330 for P2TR and P2WSH, 546 for P2PKH, 540 for P2SH.
 */
export function dustLimit(script: Uint8Array): bigint {
  const kind = readBitcoinScript(script)?.kind;
  const isWitness = kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr';
  const spending = isWitness ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4;
  return (BigInt(8 + 1 + script.length + spending) * dustRelayFee) / 1_000n;
}

/** The script that carries a memo and nothing else. Throws `RangeError` where it is empty or longer than nodes pass on. */
export function memoScript(memo: Uint8Array): Uint8Array {
  const { length } = memo;
  if (length === 0 || length > mostMemoBytes) throw new RangeError(`a memo has 1 to ${mostMemoBytes} bytes`);
  const push = length > mostDirectPush ? [opPushData1, length] : [length];
  return Uint8Array.from([opReturn, ...push, ...memo]);
}

/** The memo in a script, which has to be one push in its shortest form; a rune or another protocol has more opcodes. */
export function readMemo(script: Uint8Array): Uint8Array | undefined {
  if (script[0] !== opReturn) return undefined;
  const memo = script.slice(script[1] === opPushData1 ? 3 : 2);
  if (memo.length === 0 || memo.length > mostMemoBytes) return undefined;
  return Buffer.compare(memoScript(memo), script) === 0 ? memo : undefined;
}

/** What is wrong with the outputs of a transaction; nothing where nodes pass them on and everybody knows what they do. */
export function outputFault(outputs: readonly BitcoinOutput[]): string | undefined {
  if (outputs.length === 0) return 'it has no outputs';
  let memos = 0;
  for (const [index, { value, script }] of outputs.entries()) {
    if (script[0] === opReturn) {
      memos += 1;
      if (!readMemo(script))
        return `output ${index} is an OP_RETURN that is not one memo of ${mostMemoBytes} bytes at most`;
      if (value !== 0n) return `output ${index} burns ${value} satoshis`;
    } else if (!readBitcoinScript(script)) {
      return `output ${index} has a script that no address stands for`;
    } else if (value < dustLimit(script)) {
      return `output ${index} is dust: ${value} satoshis`;
    }
  }
  return memos > 1 ? 'it has more than one OP_RETURN' : undefined;
}
