import type { Heads } from '../chains/heads.ts';
import { serveHttp } from '../http-server.ts';
import { createHeads } from '../solana/heads.ts';
import { type AccountSender, createAccountSender } from './account-sender.ts';
import { apiApp } from './api/api-app.ts';
import { type Blockchain, createBlockchain } from './blockchain.ts';
import { startEngine } from './engine.ts';
import { type BlockProduction, produceBlocks } from './produce-blocks.ts';
import { TREASURY } from './ton-catalogue.ts';
import { writeGenesis } from './write-genesis.ts';

/** The running chain with everything on it. */
export interface RunningTonChain {
  /** Of the node, without a path. */
  readonly url: string;
  /** What a client of toncenter's interface is given: its JSON-RPC endpoint. */
  readonly endpoint: string;
  /** The root hash of the first masterchain block in base64, which tells the chain from all others: `init` of its nodes. */
  readonly genesis: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** May make the jettons; funds accounts. */
  readonly treasury: AccountSender;
  /** Lets the node show the chain as it was so many blocks ago, and take messages by that state. 0: it does not. */
  setBlocksBehind(blocks: number): void;
  close(): Promise<void>;
}

export interface StartTonChainOptions {
  readonly blockIntervalMs: number;
  /** Blocks between the newest final one and the newest one. */
  readonly finalityDepth: number;
  /** Default: a free one. */
  readonly port?: number;
  /** Ends everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/** Starts the chain with its jettons, and a node that speaks toncenter's interface. @throws {SandboxError} */
export async function startTonChain(options: StartTonChainOptions): Promise<RunningTonChain> {
  const { blockIntervalMs: intervalMs, finalityDepth, port } = options;
  const engine = await startEngine();
  const blockchain = createBlockchain({ engine, finalityDepth, genesis: writeGenesis() });

  let blocksBehind = 0;
  const head = () => blockchain.at(blockchain.head().seqno - blocksBehind) ?? blockchain.first();
  const finalHead = () => blockchain.at(head().seqno - finalityDepth) ?? blockchain.first();
  const server = await serveHttp(apiApp({ blockchain, head, finalHead }), port);
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = createHeads(signal);
  const blocks = produceBlocks({ blockchain, heads, intervalMs, signal });
  return {
    url: server.url,
    endpoint: `${server.url}/api/v2/jsonRPC`,
    genesis: blockchain.first().rootHash.toString('base64'),
    blockchain,
    heads,
    blocks,
    treasury: createAccountSender({ blockchain, heads }, TREASURY),
    setBlocksBehind(blocks) {
      blocksBehind = blocks;
    },
    async close() {
      closing.abort();
      await blocks.stopped;
      await server.close();
    },
  };
}
