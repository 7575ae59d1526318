import { Keypair, SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { readOwnBytes } from '../../../../src/families/solana/adapter/wire-transaction.ts';
import type { SolanaTransaction } from '../../../../src/families/solana/formats/transaction.ts';
import type { UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import { built } from './build-transaction.ts';
import { computeUnitPrice, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';

describe('preparing a Solana transaction', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let wallet: Keypair;
  const maker = Keypair.generate();
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter({ chain: { blockTimeMs: 20 } });
    wallet = await local.newWallet();
  });
  afterAll(() => local.close());

  const head = (commitment: 'processed' | 'confirmed' | 'finalized') =>
    local.sandbox.blockchain.head(commitment);
  const transfer = () => transferSol(wallet.publicKey, wallet.publicKey, 1n);

  async function prepare(transaction: SolanaTransaction): Promise<UnsignedTransaction> {
    const account = wallet.publicKey.toBase58();
    const fee = await adapter.estimateFee(account, transaction);
    return adapter.prepare({ account, terms: { kind: 'expiry' }, transaction, fee });
  }

  function cosigned(recentBlockhash: string): SolanaTransaction {
    const signs = SystemProgram.transfer({
      fromPubkey: maker.publicKey,
      toPubkey: maker.publicKey,
      lamports: 0,
    });
    const instructions = [computeUnitPrice(3n), transfer(), signs];
    return built(wallet.publicKey, instructions, { recentBlockhash, signers: [maker] });
  }

  it('takes a fresh blockhash, and says when it has expired for certain', async () => {
    const { bytes, expires } = await prepare(built(wallet.publicKey, [transfer()]));
    expect(readOwnBytes(bytes).message.blockhash).toBe(head('confirmed').blockhash);
    expect(expires).toBe(BigInt(head('confirmed').height + 151));
  });

  it('says without the bytes until when they may land at the latest', async () => {
    const { expires } = await prepare(
      built(wallet.publicKey, [transferSol(wallet.publicKey, wallet.publicKey, 9n)]),
    );
    expect(await adapter.latestExpiry?.()).toBe(BigInt(head('confirmed').height + 151));
    expect(expires).toBeLessThanOrEqual((await adapter.latestExpiry?.()) ?? 0n);
  });

  it('is told a last height that is too low, and does not believe it', async () => {
    const liar = local.adapter({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const text = (await response.text()).replace(
          /"lastValidBlockHeight":\d+/,
          '"lastValidBlockHeight":1',
        );
        return new Response(text);
      },
    });
    const transaction = built(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, 5n),
    ]);
    const account = wallet.publicKey.toBase58();
    const fee = await liar.estimateFee(account, transaction);
    const { expires } = await liar.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    expect(expires).toBe(BigInt(head('confirmed').height + 151));
  });

  it('never makes the same bytes twice: the second waits for another blockhash', async () => {
    const transaction = built(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, 2n),
    ]);
    const first = await prepare(transaction);
    const second = prepare(transaction);
    const blocks = setInterval(() => local.mine(), 20);
    try {
      expect((await second).bytes).not.toBe(first.bytes);
    } finally {
      clearInterval(blocks);
    }
  });

  it('gives up where no block comes', async () => {
    const transaction = built(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, 3n),
    ]);
    await prepare(transaction);
    await expect(prepare(transaction)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
  });

  it('offers the price that others have paid of late, and its own limit', async () => {
    const transaction = built(wallet.publicKey, [computeUnitPrice(10n ** 12n), transfer()]);
    const fee = await adapter.estimateFee(wallet.publicKey.toBase58(), transaction);
    expect(fee).toMatchObject({ signatureFee: 5_000n, computeUnitPrice: 1_000n });
    expect(
      fee.family === 'solana' && fee.computeUnitLimit > 0n && fee.computeUnitLimit < 2_000n,
    ).toBe(true);
  });

  it('leaves what others have signed as it is, and bounds its lease from above', async () => {
    local.mine();
    const transaction = cosigned(head('finalized').blockhash);
    const { bytes, fee, expires } = await prepare(transaction);
    expect(bytes).toBe(`0x${Buffer.from(transaction.data, 'base64').toString('hex')}`);
    expect(fee).toMatchObject({ signatureFee: 10_000n, computeUnitPrice: 3n });
    expect(expires).toBe(BigInt(head('confirmed').height + 151));
  });

  it('refuses what others have signed for a blockhash that is old, or not confirmed yet', async () => {
    const [old, young] = [
      cosigned(head('finalized').blockhash),
      cosigned(head('processed').blockhash),
    ];
    await expect(prepare(young)).rejects.toMatchObject({ code: 'ROUTER_QUOTE_EXPIRED' });
    local.mine(160);
    await expect(prepare(old)).rejects.toMatchObject({ code: 'ROUTER_QUOTE_EXPIRED' });
  });
});
