import { type BridgeId, forPayers } from '../chains/bridge-ids.ts';
import { createHeads } from '../chains/create-heads.ts';
import { serveHttp } from '../http-server.ts';
import { createAccountSender } from './account-sender.ts';
import { apiApp } from './api/api-app.ts';
import { createBlockchain } from './blockchain.ts';
import { startEngine } from './engine.ts';
import { createPayer } from './payer.ts';
import { produceBlocks } from './produce-blocks.ts';
import { type TonAccount, tonAccount } from './ton-account.ts';
import { TREASURY } from './ton-catalogue.ts';
import type { TonChain } from './ton-chain.ts';
import { writeGenesis } from './write-genesis.ts';

export interface RunningTonChain extends TonChain {
  close(): Promise<void>;
}

export interface StartTonChainOptions {
  readonly blockIntervalMs: number;
  /** Blocks from the newest final one to the newest one. */
  readonly finalityDepth: number;
  /** Providers that take deposits, by id. Default: none. */
  readonly gatewayIds?: readonly BridgeId[];
  /** Roles of further accounts whose wallets exist from the first block. */
  readonly walletRoles?: readonly string[];
  /** Default: a free one. */
  readonly port?: number;
  /** Aborts everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/** The accounts that pay out orders. */
const PAYERS = forPayers(tonAccount);

/**
 * Starts the chain with its jettons and gateways, and a node with toncenter's API.
 * @throws {SandboxError}
 */
export async function startTonChain(options: StartTonChainOptions): Promise<RunningTonChain> {
  const {
    blockIntervalMs: intervalMs,
    finalityDepth,
    gatewayIds = [],
    walletRoles = [],
    port,
  } = options;
  const engine = await startEngine();
  const gateways = new Map(gatewayIds.map((id) => [id, tonAccount(`${id} gateway`)]));
  const genesis = writeGenesis({
    payers: Object.values(PAYERS),
    gateways: [...gateways.values(), ...walletRoles.map(tonAccount)],
  });
  const blockchain = createBlockchain({ engine, finalityDepth, genesis });

  let blocksBehind = 0;
  const head = () => blockchain.at(blockchain.head().seqno - blocksBehind) ?? blockchain.first();
  const finalHead = () => blockchain.at(head().seqno - finalityDepth) ?? blockchain.first();
  const server = await serveHttp(apiApp({ blockchain, head, finalHead }), port);
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = createHeads(signal);
  const blocks = produceBlocks({ blockchain, heads, intervalMs, signal });
  const sender = (account: TonAccount) => createAccountSender({ blockchain, heads }, account);
  return {
    url: server.url,
    endpoint: `${server.url}/api/v2/jsonRPC`,
    genesis: blockchain.first().rootHash.toString('base64'),
    blockchain,
    heads,
    blocks,
    gateways: new Map([...gateways].map(([id, { wallet }]) => [id, wallet.address])),
    treasury: sender(TREASURY),
    payers: forPayers((id) => createPayer(sender(PAYERS[id]))),
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
