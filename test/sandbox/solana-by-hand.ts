import {
  Connection,
  Keypair,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Commitment } from '../../sandbox/solana/block.ts';
import { fundAccount } from '../../sandbox/solana/fund-account.ts';
import { listTransactions } from '../../sandbox/solana/list-transactions.ts';
import type { ListedTransaction } from '../../sandbox/solana/listed-transaction.ts';
import { SOL, type SolanaToken } from '../../sandbox/solana/solana-catalogue.ts';
import {
  type RunningSolanaChain,
  startSolanaChain,
} from '../../sandbox/solana/start-solana-chain.ts';

export const FINALITY_DEPTH = 4;
/** For conditions that hold soon, on a machine that may be busy. */
export const COIN = 1_000_000_000n;

/** A chain that makes blocks only when it is told to, and a client of it as shipped. */
export async function startByHand() {
  const closing = new AbortController();
  const chain = await startSolanaChain({
    blockIntervalMs: 10_000,
    finalityDepth: FINALITY_DEPTH,
    gatewayIds: ['across', 'relay'],
    signal: closing.signal,
  });
  chain.blocks.setMining(false);
  chain.blocks.mine(10);
  return {
    chain,
    connection: new Connection(chain.rpcUrl, 'processed'),
    async close() {
      closing.abort();
      await chain.close();
    },
  };
}

/** Funds a new wallet, or the given one, and makes the blocks that it takes. */
export async function fundedWallet(
  chain: RunningSolanaChain,
  funds: readonly (readonly [SolanaToken, bigint])[] = [[SOL, 10n * COIN]],
  wallet = Keypair.generate(),
): Promise<Keypair> {
  const funding = funds.map(([token, amount]) =>
    fundAccount(chain, wallet.publicKey.toBase58(), token, amount),
  );
  chain.blocks.mine(1);
  await Promise.all(funding);
  chain.blocks.mine(FINALITY_DEPTH);
  return wallet;
}

/** A signed legacy transaction on the newest blockhash of a commitment. */
export async function signed(
  connection: Connection,
  instructions: TransactionInstruction[],
  [payer, ...others]: readonly [Keypair, ...Keypair[]],
  commitment: Commitment = 'processed',
): Promise<VersionedTransaction> {
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash(commitment);
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash,
    instructions,
  });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([payer, ...others]);
  return transaction;
}

/** Signs what the sandbox has built for a wallet. */
export function signBuilt(base64: string, wallet: Keypair): VersionedTransaction {
  const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
  transaction.sign([wallet]);
  return transaction;
}

export async function statusOf(connection: Connection, signature: string) {
  return (await connection.getSignatureStatuses([signature])).value[0] ?? null;
}

/** Calls a method without the client, for the whole of an error. */
export async function call(chain: RunningSolanaChain, method: string, params: unknown[] = []) {
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as {
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
  };
}

export function send(
  chain: RunningSolanaChain,
  transaction: VersionedTransaction,
  config: object = {},
) {
  const text = Buffer.from(transaction.serialize()).toString('base64');
  const options = { encoding: 'base64', preflightCommitment: 'processed', ...config };
  return call(chain, 'sendTransaction', [text, options]);
}

/** All transactions that are confirmed. */
export function history({ rpcUrl, blockchain }: RunningSolanaChain): Promise<ListedTransaction[]> {
  const from = blockchain.atHeight(1)?.slot ?? 0;
  return listTransactions(rpcUrl, { from, to: blockchain.head('confirmed').slot });
}

/** Anybody. */
export const somebody = (): PublicKey => Keypair.generate().publicKey;
