import { Buffer } from 'node:buffer';
import type { Blockchain } from './blockchain.ts';
import type { SpentOutput } from './engine.ts';

const COINBASE_MATURITY = 100;

/**
 * The spendable outputs of a script: included, and unspent in blocks and in the mempool. Coinbase
 * outputs only if mature.
 * @param depth required number of blocks from the output's own block on
 */
export function findCoins(
  { index, mempool, tip }: Pick<Blockchain, 'index' | 'mempool' | 'tip'>,
  outputScript: Uint8Array,
  depth = 1,
): SpentOutput[] {
  const { height } = tip();
  return index.noted(outputScript).flatMap((txid) => {
    const included = index.find(txid);
    if (included === undefined) return [];
    const { wire } = included.transaction;
    const leastDepth = wire.isCoinbase() ? COINBASE_MATURITY + depth : depth;
    if (height + 1 - included.block.height < leastDepth) return [];
    return wire.outs.flatMap(({ script, value }, vout) => {
      const outpoint = { txid, vout };
      if (Buffer.compare(script, outputScript) !== 0) return [];
      const isSpent =
        index.spenderOf(outpoint) !== undefined || mempool.spenderOf(outpoint) !== undefined;
      return isSpent ? [] : [{ ...outpoint, script, value }];
    });
  });
}
