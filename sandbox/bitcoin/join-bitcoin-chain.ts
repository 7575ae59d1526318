import { bytesToHex } from 'viem';
import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import type { CommonChain } from '../common-chain.ts';
import type { StartChainOptions } from '../evm/start-chain.ts';
import { BRIDGES } from '../providers/bridges.ts';
import { SandboxError } from '../sandbox-error.ts';
import { bitcoinAccount } from './bitcoin-account.ts';
import { asTransactionId, bitcoinNotation } from './bitcoin-notation.ts';
import { bitcoinOperations } from './bitcoin-operations.ts';
import { BTC } from './listed-token.ts';
import { createOrderMemos } from './order-memos.ts';
import type { BlockProduction } from './produce-blocks.ts';
import { startBitcoinChain } from './start-bitcoin-chain.ts';

/** A running Bitcoin chain in the form that the sandbox needs. */
export interface JoinedBitcoinChain extends CommonChain {
  readonly family: 'bitcoin';
  /** Hash of block 0. */
  readonly genesis: string;
  readonly network: 'regtest';
  /** URL of the node's JSON-RPC, with user and password. */
  readonly bitcoindUrl: string;
  /** Hides a number of the newest blocks from the node. */
  setBlocksBehind(blocks: number): void;
  /**
   * Evicts a transaction with its descendants from the mempool.
   * @returns the txids of all evicted
   */
  evict(txid: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Starts the Bitcoin chain with the providers that need no contracts.
 * @throws {SandboxError}
 */
export async function joinBitcoinChain({
  definition,
  ...options
}: StartChainOptions): Promise<JoinedBitcoinChain> {
  const running = await startBitcoinChain(options);
  const gatewayIds = BRIDGE_IDS.filter(
    (id) => BRIDGES[id].chains?.includes(definition.name) ?? true,
  );
  const gateways = new Map(gatewayIds.map((id) => [id, bitcoinAccount(`${id} gateway`).script]));
  const bitcoin = { ...running, gateways, memos: createOrderMemos() };
  const genesis = running.blockchain.index.atHeight(0)?.hash;
  if (genesis === undefined)
    throw new SandboxError('engine-failed', 'The chain has no first block.');
  return {
    family: 'bitcoin',
    definition,
    url: running.esploraUrl,
    bitcoindUrl: running.bitcoindUrl,
    genesis,
    network: 'regtest',
    notation: bitcoinNotation,
    heads: running.heads,
    blocks: blockFaults(running.blocks),
    deployment: {
      tokens: [BTC],
      native: BTC,
      bridgeGateways: Object.fromEntries(
        [...gateways].map(([id, script]) => [id, { address: bytesToHex(script), spender: null }]),
      ),
    },
    operations: bitcoinOperations(bitcoin),
    setBlocksBehind: running.setBlocksBehind,
    evict: running.blocks.evict,
    close: running.close,
  };
}

function blockFaults(blocks: BlockProduction): CommonChain['blocks'] {
  return {
    setMining: blocks.setMining,
    // Bids are in satoshis per 1,000 virtual bytes.
    stall: async (leastBid) =>
      blocks.stall(leastBid === undefined ? undefined : Number(leastBid) / 1_000),
    endStall: async () => blocks.endStall(),
    async reorganize(how) {
      const { from, removed, returned } = await blocks.reorganize(how);
      return {
        from,
        removed: removed.map(asTransactionId),
        returned: returned.map(asTransactionId),
      };
    },
  };
}
