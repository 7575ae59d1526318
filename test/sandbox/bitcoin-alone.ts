import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { esploraClient, type Hand, type Output, segwitHand } from './bitcoin-by-hand.ts';

/**
 * What a test has: a chain whose blocks it makes itself, and somebody with coins of 100,000
 * satoshis each.
 */
interface BitcoinAlone {
  chain: RunningBitcoinChain;
  node: ReturnType<typeof esploraClient>;
  payer: Hand;
  outputs: Output[];
}

/**
 * Starts a chain for the tests of a file, and gives each of them a payer of its own. @param coins
 * that the payer has
 */
export function bitcoinAlone({
  finalityDepth,
  coins = 1,
}: {
  finalityDepth: number;
  coins?: number;
}): BitcoinAlone {
  const closing = new AbortController();
  const alone = {} as BitcoinAlone;
  beforeAll(async () => {
    alone.chain = await startBitcoinChain({
      blockIntervalMs: 20,
      finalityDepth,
      signal: closing.signal,
    });
    alone.node = esploraClient(alone.chain.esploraUrl);
  });
  afterAll(() => alone.chain?.close());
  beforeEach(async () => {
    const { blocks, treasury } = alone.chain;
    blocks.endStall();
    alone.chain.setBlocksBehind(0);
    await blocks.setMining(true);
    alone.payer = segwitHand();
    for (let given = 0; given < coins; given++) await treasury.fund(alone.payer.address, 100_000n);
    await blocks.setMining(false);
    alone.outputs = await alone.node.unspent(alone.payer.address);
  });
  return alone;
}
