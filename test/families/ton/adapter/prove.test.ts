import { randomBytes } from 'node:crypto';
import { beginCell, Cell, Dictionary, loadTransaction, storeTransaction } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { LeaseToProve } from '../../../../src/ports/lease-proof.ts';
import {
  coin,
  coinsTo,
  finalityDepth,
  type LocalChain,
  type LocalWallet,
  sends,
  startLocalChain,
} from './local-chain.ts';
import { ApiRefusal, type Lies, lyingFetch } from './lying-fetch.ts';

const expired = { kind: 'expired' };
const undecided = { kind: 'undecided' };
const disagree = { ...undecided, reason: { code: 'WITNESSES_DISAGREE' } };

describe('proving what became of a lease of TON', () => {
  let local: LocalChain;
  let honest: TonAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    honest = local.adapter();
  });
  afterAll(() => local.close());

  interface Leased {
    wallet: LocalWallet;
    lease: LeaseToProve;
    attempt: SignedTransaction;
    /** Seconds until the wallet takes it no more. */
    validFor: number;
  }

  async function sign(wallet: LocalWallet, seqno: bigint): Promise<Leased> {
    const account = wallet.address;
    const transaction = sends(coinsTo(`0:${randomBytes(32).toString('hex')}`, coin / 10n));
    const fee = { family: 'ton', walletFee: coin / 100n } as const;
    const unsigned = await honest.prepare({
      account,
      terms: { kind: 'seqno', seqno },
      transaction,
      fee,
    });
    const attempt = await honest.sign(unsigned, local.keys, account);
    const lease: LeaseToProve = {
      account,
      terms: { kind: 'seqno', seqno, expires: unsigned.expires! },
    };
    return {
      wallet,
      lease,
      attempt,
      validFor: Number(unsigned.expires!) - Math.floor(Date.now() / 1_000),
    };
  }

  async function send(attempt: SignedTransaction): Promise<void> {
    expect(await honest.broadcast(attempt)).toEqual({ kind: 'accepted' });
    await local.mine(2 * finalityDepth);
  }

  /** Of a wallet that has sent something before. */
  async function leased(): Promise<Leased> {
    const wallet = await local.newWallet('v5r1');
    await send((await sign(wallet, 0n)).attempt);
    return sign(wallet, 1n);
  }

  /** What the node says of an account now, to be told of it later as if it were news. */
  async function oldNews(address: string): Promise<Lies> {
    let told: object = {};
    const listening = lyingFetch({
      getAddressInformation: (result) => {
        told = result as object;
        return result;
      },
    });
    await local.adapter({ fetch: listening }).accounts.nextNonce(address);
    return {
      getAddressInformation: (result, params) =>
        params.address === address
          ? { ...told, sync_utime: (result as { sync_utime: number }).sync_utime }
          : result,
    };
  }

  /** The same node as two hosts, of which the one with the number lies. */
  const withLiar = (lies: Lies, liar: number): TonAdapter =>
    local.adapter({ hosts: 2, fetchOf: (host) => (host === liar ? lyingFetch(lies) : fetch) });
  const two = (): TonAdapter => local.adapter({ hosts: 2 });
  const noHistory: Lies = { getTransactions: () => [] };

  it('takes one for expired when two hosts have a later state with the number unused, and not before', async () => {
    const { lease, attempt, validFor } = await leased();
    expect(await two().prove(lease, [attempt])).toEqual(undecided);
    await local.pass(validFor);
    // A shard may be behind the masterchain by some blocks.
    expect(await two().prove(lease, [attempt])).toEqual(undecided);
    await local.pass(30);
    expect(await two().prove(lease, [attempt])).toMatchObject({
      ...expired,
      evidence: {
        endpoints: ['node-0.test', 'node-1.test'],
        answers: { seqno: '1', 'node-1.test seqno': '1' },
      },
    });
  });

  it('goes by the end in the attempt’s own bytes where that is later than what is known of the lease', async () => {
    const { lease, attempt, validFor } = await leased();
    const early = { ...lease, terms: { ...lease.terms, expires: 1n } } as LeaseToProve;
    expect(await two().prove(early, [attempt])).toEqual(undecided);
    await local.pass(validFor + 30);
    expect(await two().prove(early, [attempt])).toMatchObject(expired);
  });

  it('finds what landed, however late an end is said of its lease', async () => {
    const { wallet, lease, attempt } = await leased();
    await send(attempt);
    await send((await sign(wallet, 2n)).attempt);
    const late = { ...lease, terms: { ...lease.terms, expires: 2n ** 40n } } as LeaseToProve;
    expect(await two().prove(late, [attempt])).toMatchObject({
      kind: 'landed',
      txId: attempt.txId,
    });
  });

  it('is asked of no message that is valid for longer than histories are read back', async () => {
    const { address: account } = await local.newWallet('v5r1');
    const unsigned = await honest.prepare({
      account,
      terms: { kind: 'seqno', seqno: 0n, expires: 4_000_000_000n },
      transaction: sends(coinsTo(`0:${randomBytes(32).toString('hex')}`, coin / 10n)),
      fee: { family: 'ton', walletFee: coin / 100n },
    });
    await expect(honest.sign(unsigned, local.keys, account)).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
    });
  });

  it('believes a sole host only after a margin', async () => {
    const { lease, attempt, validFor } = await leased();
    await local.pass(validFor + 30);
    expect(await honest.prove(lease, [attempt])).toEqual(undecided);
    await local.pass(60);
    expect(await honest.prove(lease, [attempt])).toMatchObject({
      ...expired,
      evidence: { endpoints: ['node-0.test'] },
    });
  });

  it.each([0, 1])(
    'never takes what landed for expired, as host %d shows the past for the present',
    async (liar) => {
      const { wallet, lease, attempt, validFor } = await leased();
      const lies = await oldNews(wallet.address);
      await send(attempt);
      await local.pass(validFor + 300);
      const told = await withLiar(lies, liar).prove(lease, [attempt]);
      expect(told).toMatchObject({ kind: 'landed', txId: attempt.txId, succeeded: true });
    },
  );

  it('never takes it for expired where a host says that the number is used, though it shows nothing that used it', async () => {
    const { wallet, lease, attempt, validFor } = await leased();
    const lies = await oldNews(wallet.address);
    await send(attempt);
    await local.pass(validFor + 300);
    const adapter = local.adapter({
      hosts: 2,
      fetchOf: (host) => (host === 0 ? lyingFetch(lies) : lyingFetch(noHistory)),
    });
    expect(await adapter.prove(lease, [attempt])).toMatchObject(disagree);
  });

  interface Told {
    data: string;
    transaction_id: { lt: string; hash: string };
  }

  /** The wallet's newest transaction as if it had sent nothing. */
  async function sentNothing(address: string): Promise<Lies> {
    let newest: Told[] = [];
    const listening = lyingFetch({
      getTransactions: (result) => {
        newest = result as Told[];
        return result;
      },
    });
    await local.adapter({ fetch: listening }).observe([{ txId: '00'.repeat(32) }], [address]);
    const [last, ...earlier] = newest as [Told, ...Told[]];
    const transaction = loadTransaction(Cell.fromBase64(last.data).beginParse());
    const forged = beginCell()
      .store(
        storeTransaction({ ...transaction, outMessagesCount: 0, outMessages: Dictionary.empty() }),
      )
      .endCell();
    const hash = forged.hash().toString('base64');
    const told = {
      ...last,
      data: forged.toBoc().toString('base64'),
      transaction_id: { ...last.transaction_id, hash },
    };
    return {
      getTransactions: (result, params) =>
        params.address === address ? [told, ...earlier] : result,
      getAddressInformation: (result, params) =>
        params.address === address
          ? { ...(result as object), last_transaction_id: { ...last.transaction_id, hash } }
          : result,
    };
  }

  it('takes two hosts for a payment that failed, and none that shows it as made', async () => {
    const { wallet, lease, attempt } = await leased();
    await send(attempt);
    const liar = lyingFetch(await sentNothing(wallet.address));
    const away: typeof fetch = async () => {
      throw new TypeError('fetch failed');
    };
    const prove = (...fetches: (typeof fetch)[]) =>
      local
        .adapter({ hosts: fetches.length, fetchOf: (host) => fetches[host]! })
        .prove(lease, [attempt]);
    const missing = { ...undecided, reason: { code: 'WITNESS_MISSING' } };
    expect(await prove(liar)).toMatchObject({ kind: 'landed', succeeded: false });
    expect(await prove(liar, fetch)).toMatchObject(disagree);
    expect(await prove(liar, away)).toMatchObject(missing);
    expect(await prove(away, liar)).toMatchObject(missing);
    expect(await prove(liar, liar)).toMatchObject({
      kind: 'landed',
      succeeded: false,
      evidence: { endpoints: ['node-0.test', 'node-1.test'] },
    });
  });

  it('sees that a message which is not ours has used the number', async () => {
    const { wallet, lease, attempt, validFor } = await leased();
    const stranger = await sign(wallet, 1n);
    await send(stranger.attempt);
    expect(await two().prove(lease, [attempt])).toMatchObject({
      kind: 'used_by_stranger',
      evidence: { endpoints: ['node-0.test', 'node-1.test'], answers: { seqno: '2' } },
    });
    // A sole host has to show it.
    expect(await honest.prove(lease, [attempt])).toMatchObject({ kind: 'used_by_stranger' });
    expect(await honest.prove(stranger.lease, [attempt, stranger.attempt])).toMatchObject({
      kind: 'landed',
      txId: stranger.attempt.txId,
    });
    await local.pass(validFor + 300);
    expect(await two().prove(lease, [attempt])).toMatchObject({ kind: 'used_by_stranger' });
  });

  it.each([0, 1])('finds what landed though host %d withholds the history', async (liar) => {
    const { lease, attempt } = await leased();
    await send(attempt);
    expect(await withLiar(noHistory, liar).prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      txId: attempt.txId,
    });
  });

  it('follows what has landed through the receivers’ histories where a host locates nothing', async () => {
    const { lease, attempt } = await leased();
    await send(attempt);
    const lies: Lies = { tryLocateResultTx: () => new ApiRefusal('Tx not found') };
    expect(await local.adapter({ fetch: lyingFetch(lies) }).prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      txId: attempt.txId,
      succeeded: true,
    });
  });

  it('does not blame a stranger where the history does not reach back to before the lease', async () => {
    const { lease, attempt } = await leased();
    await send(attempt);
    const adapter = local.adapter({ hosts: 2, fetchOf: () => lyingFetch(noHistory) });
    expect(await adapter.prove(lease, [attempt])).toEqual(undecided);
  });

  it('waits for the masterchain to take in what a node shows', async () => {
    const { lease, attempt } = await leased();
    expect(await honest.broadcast(attempt)).toEqual({ kind: 'accepted' });
    await local.mine();
    expect(await honest.accounts.nextNonce(lease.account)).toBe(2n);
    const { finalNonces } = await honest.observe([attempt], [lease.account]);
    expect(finalNonces.get(lease.account)).not.toBe(2n);
    expect(await two().prove(lease, [attempt])).toEqual(undecided);
  });

  it('says nothing of a lease under which nothing was signed', async () => {
    const wallet = await local.newWallet('v4r2');
    const lease: LeaseToProve = { account: wallet.address, terms: { kind: 'seqno', seqno: 0n } };
    expect(await two().prove(lease, [])).toEqual(undecided);
  });
});
