import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TON } from '../../../../sandbox/ton/ton-catalogue.ts';
import type { Inclusion } from '../../../../src/core/swap/swap.ts';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import {
  coin,
  coinsTo,
  finalityDepth,
  type LocalChain,
  type LocalWallet,
  sends,
  startLocalChain,
} from './local-chain.ts';
import { lyingFetch } from './lying-fetch.ts';

describe('observing attempts on TON', () => {
  let local: LocalChain;
  let adapter: TonAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
  });
  afterAll(() => local.close());

  async function sent(wallet: LocalWallet): Promise<SignedTransaction> {
    const account = wallet.address;
    const seqno = await adapter.accounts.nextNonce(account);
    const transaction = sends(coinsTo(`0:${randomBytes(32).toString('hex')}`, coin / 100n));
    const fee = { family: 'ton', walletFee: coin / 100n } as const;
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'seqno', seqno },
      transaction,
      fee,
    });
    const attempt = await adapter.sign(unsigned, local.keys, account);
    expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
    await local.mine();
    return attempt;
  }

  const statusOf = async (
    { address }: LocalWallet,
    { txId }: SignedTransaction,
    inclusion?: Inclusion,
  ) => {
    const { attempts } = await adapter.observe(
      [{ txId, ...(inclusion ? { inclusion } : {}) }],
      [address],
    );
    return attempts.get(txId)!;
  };

  it('keeps what is known of one while a node shows its account as it was before', async () => {
    const wallet = await local.newWallet('v5r1');
    const attempt = await sent(wallet);
    const included = await statusOf(wallet, attempt);
    expect(included).toMatchObject({ status: 'included' });
    local.sandbox.setBlocksBehind(4);
    try {
      expect(await statusOf(wallet, attempt)).toEqual({ status: 'unseen' });
      expect(await statusOf(wallet, attempt, included)).toEqual(included);
    } finally {
      local.sandbox.setBlocksBehind(0);
    }
  });

  it('keeps what is known of one whose part of the history a node has thrown away', async () => {
    const wallet = await local.newWallet('v5r1');
    const attempt = await sent(wallet);
    const included = await statusOf(wallet, attempt);
    await sent(wallet);
    let pages = 0;
    // The newest transaction, and then no more.
    const getTransactions = (page: unknown): unknown =>
      pages++ === 0 ? (page as unknown[]).slice(0, 1) : [];
    const forgetful = local.adapter({ fetch: lyingFetch({ getTransactions }) });
    const asked = { txId: attempt.txId, inclusion: included };
    const { attempts } = await forgetful.observe([asked], [wallet.address]);
    expect(attempts.get(attempt.txId)).toEqual(included);
  });

  it('takes it back where the account has gone another way', async () => {
    const wallet = await local.newWallet('v5r1');
    const attempt = await sent(wallet);
    const included = await statusOf(wallet, attempt);
    await local.sandbox.blocks.reorganize({ depth: 5, drop: true });
    expect(await statusOf(wallet, attempt, included)).toEqual({ status: 'unseen' });
  });

  it('finds one however much somebody else has sent to the wallet since, once it is known where it is', async () => {
    const wallet = await local.newWallet('v5r1');
    const attempt = await sent(wallet);
    const included = await statusOf(wallet, attempt);
    const spammer = await local.newWallet('v5r1', [[TON, 10n * coin]]);
    const transaction = sends(...Array.from({ length: 100 }, () => coinsTo(wallet.address, 1n)));
    const fee = { family: 'ton', walletFee: coin } as const;
    const terms = { kind: 'seqno', seqno: 0n } as const;
    const unsigned = await adapter.prepare({ account: spammer.address, terms, transaction, fee });
    await adapter.broadcast(await adapter.sign(unsigned, local.keys, spammer.address));
    await local.mine(2 * finalityDepth);
    expect(await statusOf(wallet, attempt)).toEqual({ status: 'unseen' });
    expect(await statusOf(wallet, attempt, included)).toMatchObject({
      status: 'final',
      succeeded: true,
    });
    // However far back it is, it is what the wallet's number is proven by.
    const lease = { account: wallet.address, terms: { kind: 'seqno', seqno: 0n } as const };
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      txId: attempt.txId,
    });
  });
});
