import { AddressLookupTableAccount, type Keypair, SystemProgram } from '@solana/web3.js';
import { type BridgeId, forPayers } from '../chains/bridge-ids.ts';
import { CHAIN_DEFINITIONS } from '../chains/chain-catalogue.ts';
import { createHeads } from '../chains/create-heads.ts';
import { createAccountSender } from './account-sender.ts';
import { createBlockchain } from './blockchain.ts';
import { startEngine } from './engine.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import { createPayer } from './payer.ts';
import { produceBlocks } from './produce-blocks.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { createPubsub } from './pubsub/create-pubsub.ts';
import { rpcApp } from './rpc/rpc-app.ts';
import { serveNode } from './serve-node.ts';
import { solanaAccount } from './solana-account.ts';
import {
  GENESIS_HASH,
  SOL,
  SOLANA_TOKENS,
  type SolanaToken,
  USDC,
  USDT,
  WSOL,
} from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { associatedTokenAddress } from './token-account.ts';
import { type Endowment, writeGenesis } from './write-genesis.ts';

export interface RunningSolanaChain extends SolanaChain {
  close(): Promise<void>;
}

export interface StartSolanaChainOptions {
  readonly blockIntervalMs: number;
  /** Blocks from the newest final one to the newest one. */
  readonly finalityDepth: number;
  /** Providers that take deposits, by id. */
  readonly gatewayIds: readonly BridgeId[];
  /** The RPC port; the next port is used too. Default: free ports. */
  readonly port?: number;
  /** Aborts everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/** Value of each side of a pool, in US dollars. */
const POOL_STOCK = 500_000_000n;
/** Covers the rent of an account without data many times over. */
const GATEWAY_LAMPORTS = 1_000_000_000n;

const POOL_PAIRS: readonly LiquidityPool['tokens'][] = [
  [SOL, USDC],
  [SOL, USDT],
  [USDC, USDT],
];

/**
 * Starts the chain with its tokens, pools and gateways, and a JSON-RPC node.
 * @throws {SandboxError}
 */
export async function startSolanaChain(
  options: StartSolanaChainOptions,
): Promise<RunningSolanaChain> {
  const { blockIntervalMs: intervalMs, finalityDepth, gatewayIds, port } = options;
  const engine = await startEngine();
  const pools = POOL_PAIRS.map((tokens) => ({
    maker: solanaAccount(`${symbolsOf(tokens)} maker`),
    tokens,
  }));
  const gateways = new Map(gatewayIds.map((id) => [id, solanaAccount(`${id} gateway`).publicKey]));
  const treasury = solanaAccount('treasury');
  const payers = forPayers(solanaAccount);
  const lookupTable = lookupTableOf(pools);
  writeGenesis(engine, {
    mintAuthority: treasury.publicKey,
    lookupTable: { address: lookupTable.key, addresses: lookupTable.state.addresses },
    endowments: [
      ...[treasury, ...Object.values(payers)].flatMap(stockOf),
      ...pools.flatMap(reservesOf),
      ...[...gateways.values()].flatMap((owner) =>
        SOLANA_TOKENS.map((token) => ({
          owner,
          token,
          amount: token === SOL ? GATEWAY_LAMPORTS : 0n,
        })),
      ),
    ],
  });

  let slotsBehind: number | undefined;
  const blockchain = createBlockchain({ engine, finalityDepth, genesisHash: GENESIS_HASH });
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = createHeads(signal);
  const rpc = rpcApp({ blockchain, slotsBehind: () => slotsBehind });
  const server = await serveNode(rpc, createPubsub(blockchain, heads), port);
  const blocks = produceBlocks({ blockchain, heads, intervalMs, signal });
  const sender = (account: Keypair) => createAccountSender({ blockchain, heads }, account);
  return {
    rpcUrl: server.rpcUrl,
    wsUrl: server.wsUrl,
    blockchain,
    heads,
    blocks,
    pools,
    lookupTable,
    gateways,
    treasury: sender(treasury),
    payers: forPayers((id) => createPayer(sender(payers[id]))),
    setSlotsBehind(slots) {
      slotsBehind = slots;
    },
    async close() {
      closing.abort();
      await blocks.stopped;
      await server.close();
    },
  };
}

function symbolsOf(tokens: LiquidityPool['tokens']): string {
  return tokens.map(({ symbol }) => symbol).join('-');
}

function stockOf({ publicKey: owner }: Keypair): Endowment[] {
  return SOLANA_TOKENS.map((token) => ({
    owner,
    token,
    amount: CHAIN_DEFINITIONS.SOLANA.payerStock * 10n ** BigInt(token.decimals),
  }));
}

/** Equal value of each token. Half of the native coin is wrapped. */
function reservesOf({ maker, tokens }: LiquidityPool): Endowment[] {
  const owner = maker.publicKey;
  const worth = ({ usdMicros, decimals }: SolanaToken) =>
    (POOL_STOCK * 1_000_000n * 10n ** BigInt(decimals)) / usdMicros;
  return tokens.flatMap((token) => {
    if (token !== SOL) return [{ owner, token, amount: worth(token) }];
    return [SOL, WSOL].map((form) => ({ owner, token: form, amount: worth(SOL) / 2n }));
  });
}

function lookupTableOf(pools: readonly LiquidityPool[]): AddressLookupTableAccount {
  const mints = SOLANA_TOKENS.filter((token) => token !== SOL).map(({ mint }) => mint);
  const makers = pools.map(({ maker }) => maker.publicKey);
  const accounts = makers.flatMap((maker) =>
    mints.map((mint) => associatedTokenAddress(maker, mint)),
  );
  const programs = [TOKEN_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, SystemProgram.programId];
  return new AddressLookupTableAccount({
    key: solanaAccount('lookup table').publicKey,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...makers, ...accounts, ...mints, ...programs],
    },
  });
}
