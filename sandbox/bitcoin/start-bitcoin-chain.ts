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

/** The running chain with everything on it. */
export interface RunningBitcoinChain {
  /** Of the node that users talk to: what Esplora has under `/api`. */
  readonly esploraUrl: string;
  /** Of the same node's JSON-RPC, with the user and the password. */
  readonly bitcoindUrl: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** Blocks on top of one that can never be replaced any more. */
  readonly finalityDepth: number;
  /** Has most of what the miner earns. */
  readonly treasury: Treasury;
  /** Pay what was ordered to this chain; they hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /**
   * Lets the node not see so many of the newest blocks: what is in them waits, as it sees things.
   */
  setBlocksBehind(blocks: number): void;
  /**
   * What the node says by JSON-RPC of how it was started and how far it is; what is left out is as
   * it should be.
   */
  setBitcoind(state: Partial<BitcoindState>): void;
  close(): Promise<void>;
}

export interface StartBitcoinChainOptions {
  readonly blockIntervalMs: number;
  /** Blocks on top of one that can never be replaced any more. */
  readonly finalityDepth: number;
  /** Default: a free one. */
  readonly port?: number;
  /** Ends everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/**
 * Starts the chain with coins that can be spent, and a node that speaks Esplora's HTTP. @throws
 * {SandboxError}
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
  // Asked for only once blocks are made.
  const leastFeeRate = () => blocks.leastFeeRate();
  let bitcoind = READY;
  const node = { blockchain, blocksBehind: () => behind, leastFeeRate };
  // Paths of the one are none of the other.
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
