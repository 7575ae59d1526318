import { VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { LeaseToProve } from '../../../../src/ports/lease-proof.ts';
import { finalityDepth, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

/** Changes what is told of a blockhash in the newest, or in the final block. */
const blockhashLie = (of: string, change: object): Lies => ({
  isBlockhashValid: (told, [, config]) =>
    (config as { commitment: string }).commitment === of
      ? { ...(told as object), ...change }
      : told,
});

describe('proving that a Solana transaction is dead', () => {
  let local: LocalChain;
  let honest: SolanaAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    honest = local.adapter();
  });
  afterAll(() => local.close());

  async function signed({
    send,
  }: {
    send: boolean;
  }): Promise<{ lease: LeaseToProve; attempt: SignedTransaction }> {
    const wallet = await local.newWallet();
    const account = wallet.publicKey.toBase58();
    const transaction = local.build(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, 1n),
    ]);
    const fee = await honest.estimateFee(account, transaction);
    const unsigned = await honest.prepare({ account, terms: { kind: 'expiry' }, transaction, fee });
    const attempt = await honest.sign(unsigned, local.keys, account);
    if (send) expect(await honest.broadcast(attempt)).toEqual({ kind: 'accepted' });
    local.mine();
    return { lease: { account, terms: { kind: 'expiry', expires: unsigned.expires! } }, attempt };
  }

  /** The same node as two hosts, the second of which lies. */
  const withLiar = (lies: Lies): SolanaAdapter =>
    local.adapter({ hosts: 2, fetchOf: (host) => (host === 0 ? fetch : lyingFetch(lies)) });

  const expire = (more = 0): void => local.mine(151 + finalityDepth + more);

  it('never takes a slot for a height', async () => {
    const { lease, attempt } = await signed({ send: false });
    const height: Lies = { getBlockHeight: () => local.sandbox.blockchain.head('finalized').slot };
    const liar = local.adapter({ fetch: lyingFetch(height) });
    const { expiredUpTo } = await liar.observe([attempt], []);
    expect(expiredUpTo).toBe(BigInt(local.sandbox.blockchain.head('finalized').height));
    expect(await liar.prove(lease, [attempt])).toEqual({ kind: 'undecided' });
  });

  it('believes a sole host only after a margin', async () => {
    const { lease, attempt } = await signed({ send: false });
    expire();
    expect(await honest.prove(lease, [attempt])).toEqual({ kind: 'undecided' });
    local.mine(150);
    expect(await honest.prove(lease, [attempt])).toMatchObject({
      kind: 'expired',
      evidence: { rule: 'solana-height-final', endpoints: ['node-0.test'] },
    });
  });

  it('stores whose lease it was, and how far back the history reaches that does not have its attempt', async () => {
    local.mine(20);
    const { slot, height } = local.sandbox.blockchain.head('finalized');
    const { lease, attempt } = await signed({ send: false });
    expire();
    expect(
      await withLiar({ getFirstAvailableBlock: () => slot }).prove(lease, [attempt]),
    ).toMatchObject({
      kind: 'expired',
      evidence: {
        answers: {
          account: lease.account,
          firstAvailableBlock: 'slot 0',
          'node-1.test account': lease.account,
          'node-1.test firstAvailableBlock': `slot ${slot} at height ${height}`,
        },
      },
    });
  });

  it('is not told that what landed is dead by hosts that do not know it, as long as one does', async () => {
    const { lease, attempt } = await signed({ send: true });
    expire();
    const forgetful: Lies = {
      getSignatureStatuses: () => ({ context: { slot: 1 }, value: [null] }),
      getTransaction: () => null,
    };
    const forgetfulFirst = local.adapter({
      hosts: 2,
      fetchOf: (host) => (host === 0 ? lyingFetch(forgetful) : fetch),
    });
    expect(await forgetfulFirst.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      succeeded: true,
    });
    expect(await withLiar(forgetful).prove(lease, [attempt])).toMatchObject({ kind: 'landed' });
  });

  describe('that it failed', () => {
    const failing: Lies = {
      getTransaction: (told) => ({
        ...(told as { meta: object }),
        meta: { ...(told as { meta: object }).meta, err: 'x' },
      }),
    };
    const hosts = (...fetches: (typeof fetch)[]): SolanaAdapter =>
      local.adapter({ hosts: fetches.length, fetchOf: (host) => fetches[host]! });
    const away: typeof fetch = async () => {
      throw new TypeError('fetch failed');
    };

    it('takes two hosts that show it, and none that shows something else', async () => {
      const { lease, attempt } = await signed({ send: true });
      local.mine(finalityDepth + 1);
      const liar = lyingFetch(failing);
      const prove = (...fetches: (typeof fetch)[]) => hosts(...fetches).prove(lease, [attempt]);
      expect(await prove(liar, fetch)).toMatchObject({
        kind: 'undecided',
        reason: { code: 'WITNESSES_DISAGREE' },
      });
      expect(await prove(liar, away)).toMatchObject({
        kind: 'undecided',
        reason: { code: 'WITNESS_MISSING' },
      });
      expect(await prove(away, liar)).toMatchObject({
        kind: 'undecided',
        reason: { code: 'WITNESS_MISSING' },
      });
      expect(await prove(liar, lyingFetch({ getTransaction: () => null }))).toMatchObject({
        kind: 'undecided',
      });
      expect(await prove(liar, liar, fetch)).toMatchObject({
        reason: { code: 'WITNESSES_DISAGREE' },
      });
      expect(await prove(liar, away, liar)).toMatchObject({
        kind: 'landed',
        succeeded: false,
        evidence: { endpoints: ['node-0.test', 'node-2.test'] },
      });
      expect(await prove(liar)).toMatchObject({ kind: 'landed', succeeded: false });
    });
  });

  it('takes the block that is final for both, where one is always some slots behind', async () => {
    const { lease, attempt } = await signed({ send: false });
    expire(8);
    const behind: Lies = { getSlot: (slot) => Number(slot) - 4 };
    expect(await withLiar(behind).prove(lease, [attempt])).toMatchObject({
      kind: 'expired',
      evidence: { anchor: { number: BigInt(local.sandbox.blockchain.head('finalized').slot - 4) } },
    });
  });

  it.each<[string, Lies]>([
    ['knows the transaction’s status', { getSignatureStatuses: () => found(1) }],
    [
      'has thrown its old blocks away',
      { getFirstAvailableBlock: () => local.sandbox.blockchain.head('finalized').slot },
    ],
    [
      'has another block at the anchor',
      { getBlock: (block) => ({ ...(block as object), blockhash: '1'.repeat(32) }) },
    ],
    ['is not as far', { getSlot: () => local.sandbox.blockchain.head('finalized').slot - 40 }],
    ['keeps no history', { getSignatureStatuses: () => new RpcError(-32011) }],
    ['still takes the blockhash in its newest block', blockhashLie('processed', { value: true })],
    [
      'still takes the blockhash on the fork that becomes final',
      blockhashLie('finalized', { value: true }),
    ],
    ['says so of a block before the anchor', blockhashLie('processed', { context: { slot: 1 } })],
  ])('takes two hosts, and does not count one that %s', async (_what, lies) => {
    const { lease, attempt } = await signed({ send: false });
    expire();
    expect(await withLiar(lies).prove(lease, [attempt])).toMatchObject({ kind: 'undecided' });
    expect(await withLiar({}).prove(lease, [attempt])).toMatchObject({ kind: 'expired' });
  });

  it('is not deceived by an end that is too early, as a host with too low a height gives it to what others have signed', async () => {
    const early = 100;
    local.mine(early + 100);
    let isLow = true;
    const low = lyingFetch({ getBlockHeight: (height) => Number(height) - (isLow ? early : 0) });
    const adapter = local.adapter({ hosts: 2, fetchOf: (host) => (host === 0 ? low : fetch) });
    const [wallet, partner] = [await local.newWallet(), await local.newWallet()];
    const account = wallet.publicKey.toBase58();
    const { data } = local.build(wallet.publicKey, [
      transferSol(partner.publicKey, wallet.publicKey, 1n),
      transferSol(wallet.publicKey, partner.publicKey, 50_000_000n),
    ]);
    const wire = VersionedTransaction.deserialize(Buffer.from(data, 'base64'));
    wire.sign([partner]);
    const transaction = {
      family: 'solana',
      data: Buffer.from(wire.serialize()).toString('base64'),
    } as const;
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    const attempt = await adapter.sign(unsigned, local.keys, account);
    const lease = { account, terms: { kind: 'expiry' as const, expires: unsigned.expires! } };
    isLow = false;
    local.mine(150 - early + finalityDepth + 4);
    const { expiredUpTo } = await adapter.observe([attempt], []);
    expect(expiredUpTo! >= unsigned.expires!).toBe(true);
    expect(await adapter.prove(lease, [attempt])).toEqual({ kind: 'undecided' });
    // It lives indeed.
    expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
    local.mine(finalityDepth + 1);
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      succeeded: true,
    });
  });

  it('says what both hosts told of the blockhash', async () => {
    const { lease, attempt } = await signed({ send: false });
    expire();
    const proof = await withLiar({}).prove(lease, [attempt]);
    const question = `blockhash ${attempt.txId}`;
    const [newest, final] = (['processed', 'finalized'] as const).map(
      (at) => local.sandbox.blockchain.head(at).slot,
    );
    const said = `not valid in slot ${newest}, not valid in slot ${final}`;
    expect(proof).toMatchObject({
      kind: 'expired',
      evidence: { answers: { [question]: said, [`node-1.test ${question}`]: said } },
    });
  });

  it('decides nothing of a lease that was never signed', async () => {
    expect(await honest.prove({ account: 'x', terms: { kind: 'expiry' } }, [])).toEqual({
      kind: 'undecided',
    });
  });

  const found = (slot: number) => ({
    context: { slot },
    value: [{ slot, err: null, confirmations: 3, confirmationStatus: 'confirmed' }],
  });
});
