import { randomBytes } from 'node:crypto';
import { Keypair, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../../sandbox/base58.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

/** More than a lifetime of blockhashes, and half of one. */
const enough = 240;

describe('what an account of Solana has signed', () => {
  let local: LocalChain;
  let wallet: Keypair;
  let until: number;
  /** It has signed both, and pays for the second one only. */
  let txIds: [string, string];
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet();
    const payer = await local.newWallet();
    txIds = [await send(payer, wallet), await send(wallet, wallet)];
    until = Date.now() - 1_000;
    local.mine(enough);
  });
  afterAll(() => local.close());

  /** Of coins of the wallet's. */
  async function send(payer: Keypair, owner: Keypair): Promise<string> {
    const recentBlockhash = local.sandbox.blockchain.head('finalized').blockhash;
    const to = Keypair.generate().publicKey;
    const instructions = [transferSol(owner.publicKey, to, 2_000_000n)];
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([...new Set([payer, owner])]);
    const txId = encodeBase58(transaction.signatures[0]!);
    const bytes = `0x${Buffer.from(transaction.serialize()).toString('hex')}`;
    expect(await local.adapter().broadcast({ chain: local.chain.name, txId, bytes })).toEqual({
      kind: 'accepted',
    });
    local.mine();
    return txId;
  }

  const ask = (lies: Lies = {}, from = until) =>
    askBy(local.adapter({ fetch: lyingFetch(lies) }), {
      from,
      account: wallet.publicKey.toBase58(),
    });
  const askBy = (adapter: SolanaAdapter, question: { account: string; from: number }) =>
    adapter.accounts.signedWithin({ ...question, until });

  it('is what it pays for, and what it has signed beside who pays', async () => {
    expect(await ask()).toEqual({ kind: 'whole', txIds: txIds.toReversed() });
  });

  it('is not what is older, by the times of blocks', async () => {
    const long = 601_000;
    type Info = { signature: string; blockTime: number };
    const lies: Lies = {
      getSignaturesForAddress: (result) =>
        (result as Info[]).map((info) =>
          info.signature === txIds[0]
            ? { ...info, blockTime: Math.floor((until - long) / 1_000) }
            : info,
        ),
    };
    expect(await ask(lies)).toEqual({ kind: 'whole', txIds: [txIds[1]] });
    expect(await ask(lies, until - long)).toEqual({ kind: 'whole', txIds: txIds.toReversed() });
  });

  it('is nothing of a version that nobody signs here', async () => {
    const newer: Lies = {
      getTransaction: (told, [txId]) => (txId === txIds[0] ? new RpcError(-32015) : told),
    };
    expect(await ask(newer)).toEqual({ kind: 'whole', txIds: [txIds[1]] });
  });

  it('is cut where too many have named the account', async () => {
    const signatures = Array.from({ length: 1_500 }, () => encodeBase58(randomBytes(64)));
    const someone = Keypair.generate().publicKey.toBase58();
    const lies: Lies = {
      getSignaturesForAddress: (_, params) => {
        const [, { before = '' }] = params as [string, { before?: string }];
        const start = signatures.indexOf(before) + 1;
        const blockTime = Math.floor(until / 1_000);
        return signatures
          .slice(start, start + 1_000)
          .map((signature) => ({ signature, slot: 447_552_100, err: null, blockTime }));
      },
      getTransaction: (_, [txId]) => ({
        transaction: {
          signatures: [txId],
          message: { accountKeys: [someone, wallet.publicKey.toBase58()] },
        },
      }),
    };
    expect(await ask(lies)).toEqual({ kind: 'cut', txIds: [] });
  });

  it('is not told by a node that has thrown away what was before, or does not have what it lists', async () => {
    const { final } = await local.adapter().head();
    const unavailable = { code: 'RPC_UNAVAILABLE' };
    await expect(ask({ getFirstAvailableBlock: () => Number(final) })).rejects.toMatchObject(
      unavailable,
    );
    await expect(ask({ getTransaction: () => null })).rejects.toMatchObject(unavailable);
    await expect(
      ask({ getSignaturesForAddress: () => new RpcError(-32016) }),
    ).rejects.toMatchObject(unavailable);
  });
});
