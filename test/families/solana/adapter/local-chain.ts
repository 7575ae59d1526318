import { createPrivateKey, sign as signEd25519 } from 'node:crypto';
import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { fundAccount } from '../../../../sandbox/solana/fund-account.ts';
import { SOL, type SolanaToken } from '../../../../sandbox/solana/solana-catalogue.ts';
import {
  type RunningSolanaChain,
  startSolanaChain,
} from '../../../../sandbox/solana/start-solana-chain.ts';
import { createTokenAccount } from '../../../../sandbox/solana/token-instructions.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { createSolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SolanaChain } from '../../../../src/families/solana/formats/chain.ts';
import type { SolanaTransaction } from '../../../../src/families/solana/formats/transaction.ts';
import type { Keys } from '../../../../src/ports/keys.ts';

/** Blocks between the newest final one and the newest one. */
export const finalityDepth = 6;

/** The sandbox's chain, which makes blocks only when it is told to, with keys in memory. */
export interface LocalChain {
  chain: SolanaChain;
  sandbox: RunningSolanaChain;
  keys: Keys;
  adapter(options?: AdapterOptions): SolanaAdapter;
  newWallet(funds?: readonly (readonly [SolanaToken, bigint])[]): Promise<Keypair>;
  /**
   * Makes the owners' token accounts, empty; a few of them, which have to fit into one transaction.
   */
  openTokenAccounts(owners: readonly PublicKey[], token: SolanaToken): Promise<void>;
  /** A transaction as a routing service would give it, with nobody's signature. */
  build(payer: PublicKey, instructions: TransactionInstruction[]): SolanaTransaction;
  /** Makes blocks until what was sent is confirmed, and so many more. */
  mine(blocks?: number): void;
  close(): Promise<void>;
}

interface AdapterOptions {
  chain?: Partial<SolanaChain>;
  /** Stands between the adapter and the node. */
  fetch?: typeof fetch;
  /** The same node as so many hosts. */
  hosts?: number;
  /** What stands between the adapter and each of them, by number. */
  fetchOf?: (host: number) => typeof fetch;
}

export async function startLocalChain(): Promise<LocalChain> {
  const closing = new AbortController();
  const sandbox = await startSolanaChain({
    blockIntervalMs: 10_000,
    finalityDepth,
    gatewayIds: ['across'],
    signal: closing.signal,
  });
  sandbox.blocks.setMining(false);
  sandbox.blocks.mine(20);
  const chain: SolanaChain = {
    ...ofFamily(chainRegistry.SOLANA!, 'solana'),
    genesis: sandbox.blockchain.genesisHash,
  };
  const keys = new Map<string, Keypair>();
  const { rpcUrl } = sandbox;
  const mine = (blocks = 1): void => sandbox.blocks.mine(blocks + 1);

  return {
    chain,
    sandbox,
    keys: {
      async signDigest() {
        throw new Error('these keys are of Ed25519');
      },
      async signTaproot() {
        throw new Error('these keys are of Ed25519');
      },
      async signMessage(keyRef, message) {
        return signWith(keys.get(keyRef)!, message);
      },
    },
    adapter({
      fetch = globalThis.fetch,
      hosts = 1,
      fetchOf = () => fetch,
      chain: changed = {},
    } = {}) {
      const rpcUrls = Array.from({ length: hosts }, (_, index) => `http://node-${index}.test/`);
      const toNode: typeof globalThis.fetch = (url, init) =>
        fetchOf(rpcUrls.indexOf(String(url)))(rpcUrl, init);
      return createSolanaAdapter({ chain: { ...chain, ...changed }, rpcUrls, fetch: toNode });
    },
    async newWallet(funds = [[SOL, 1_000_000_000n]]) {
      const wallet = Keypair.generate();
      keys.set(wallet.publicKey.toBase58(), wallet);
      const funding = funds.map(([token, amount]) =>
        fundAccount(sandbox, wallet.publicKey.toBase58(), token, amount),
      );
      mine();
      await Promise.all(funding);
      return wallet;
    },
    async openTokenAccounts(owners, token) {
      const { treasury } = sandbox;
      const instructions = owners.map((owner) =>
        createTokenAccount(treasury.address, owner, token),
      );
      const opening = treasury.submit(`open ${owners.join()}`, instructions);
      mine();
      await opening.landed;
    },
    build(payer, instructions) {
      const recentBlockhash = sandbox.blockchain.head('finalized').blockhash;
      const message = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions });
      const transaction = new VersionedTransaction(message.compileToLegacyMessage());
      return { family: 'solana', data: Buffer.from(transaction.serialize()).toString('base64') };
    },
    mine,
    async close() {
      closing.abort();
      await sandbox.close();
    },
  };
}

/** Ed25519 by the runtime, from the seed in front of the key. */
function signWith({ secretKey }: Keypair, message: Uint8Array): Uint8Array {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    secretKey.subarray(0, 32),
  ]);
  return signEd25519(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

export function transferSol(
  from: PublicKey,
  to: PublicKey,
  lamports: bigint,
): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
}

export function computeUnitPrice(microLamports: bigint): TransactionInstruction {
  return ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
}
