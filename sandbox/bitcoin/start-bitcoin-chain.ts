import { forPayers, type PayerId } from '../chains/bridge-ids.ts';
import { createHeads } from '../chains/create-heads.ts';
import type { Heads } from '../chains/heads.ts';
import { serveHttp } from '../http-server.ts';
import { createAccountSender } from './account-sender.ts';
import { type BitcoinAccount, bitcoinAccount } from './bitcoin-account.ts';
import { BITCOIND_PASSWORD, BITCOIND_USER, bitcoindApp } from './bitcoind/bitcoind-app.ts';
import { type BitcoindState, READY } from './bitcoind/bitcoind-context.ts';
import { type Blockchain, createBlockchain } from './blockchain.ts';
import { startEngine } from './engine.ts';
import { esploraApp } from './esplora/esplora-app.ts';
import { createPayer, type Payer } from './payer.ts';
import { type BlockProduction, produceBlocks } from './produce-blocks.ts';
import { rewardsOf } from './share-rewards.ts';
import { createTreasury, type Treasury } from './treasury.ts';
import { loadScriptVerifier } from './verify-scripts.ts';

/** A running chain with its node and accounts. */
export interface RunningBitcoinChain {
  /** The Esplora API up to `/api`. */
  readonly esploraUrl: string;
  /** URL of the same node's JSON-RPC, with user and password. */
  readonly bitcoindUrl: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** Number of confirmations after which a block is final. */
  readonly finalityDepth: number;
  /** Receives most of the mining rewards. */
  readonly treasury: Treasury;
  /** Pay out orders to this chain. They hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /**
   * Hides a number of the newest blocks from the node. Their transactions are unconfirmed in its
   * view.
   */
  setBlocksBehind(blocks: number): void;
  /** Sets the state that the node reports by JSON-RPC. Omitted members become ready. */
  setBitcoind(state: Partial<BitcoindState>): void;
  close(): Promise<void>;
}

export interface StartBitcoinChainOptions {
  readonly blockIntervalMs: number;
  /** Number of confirmations after which a block is final. */
  readonly finalityDepth: number;
  /** Default: a free one. */
  readonly port?: number;
  /** Aborts everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/**
 * Starts a chain with spendable coins, and its node.
 * @throws {SandboxError}
 */
export async function startBitcoinChain(
  options: StartBitcoinChainOptions,
): Promise<RunningBitcoinChain> {
  const { blockIntervalMs: intervalMs, finalityDepth, port } = options;
  const [engine, scripts] = await Promise.all([startEngine(), loadScriptVerifier()]);
  const treasury = bitcoinAccount('treasury');
  const payers = forPayers(bitcoinAccount);
  const rewardScripts = rewardsOf({ treasury, payers: Object.values(payers) });
  const blockchain = await createBlockchain({ engine, scripts, finalityDepth, rewardScripts });

  let behind = 0;
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = createHeads(signal);
  // Called only once block production has started.
  const leastFeeRate = () => blocks.leastFeeRate();
  let bitcoind = READY;
  const node = { blockchain, blocksBehind: () => behind, leastFeeRate };
  // The paths of the two APIs do not overlap.
  const app = esploraApp(node).route('/', bitcoindApp({ ...node, state: () => bitcoind }));
  const server = await serveHttp(app, port);
  const blocks = produceBlocks({ blockchain, heads, intervalMs, signal });
  const end = async (): Promise<void> => {
    closing.abort();
    await blocks.stopped;
    await server.close();
    await engine.close();
  };
  let ended: Promise<void> | undefined;
  const sender = (account: BitcoinAccount) =>
    createAccountSender({ blockchain, heads, finalityDepth }, account);
  return {
    esploraUrl: server.url,
    bitcoindUrl: server.url.replace('//', `//${BITCOIND_USER}:${BITCOIND_PASSWORD}@`),
    blockchain,
    heads,
    blocks,
    finalityDepth,
    treasury: createTreasury(sender(treasury)),
    payers: forPayers((id) => createPayer(sender(payers[id]))),
    setBlocksBehind(count) {
      behind = count;
    },
    setBitcoind(state) {
      bitcoind = { ...READY, ...state };
    },
    close() {
      ended ??= end();
      return ended;
    },
  };
}
