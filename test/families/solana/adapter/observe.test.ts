import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inclusion } from '../../../../src/core/swap/swap.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import { finalityDepth, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

describe('observing Solana attempts through nodes that do not say everything', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let wallet: Keypair;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    wallet = await local.newWallet();
  });
  afterAll(() => local.close());

  let lamports = 0n;
  async function landed(): Promise<{ attempt: SignedTransaction; inclusion: Inclusion }> {
    lamports += 1n;
    const account = wallet.publicKey.toBase58();
    const transaction = local.build(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, lamports),
    ]);
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    const attempt = await adapter.sign(unsigned, local.keys, account);
    await adapter.broadcast(attempt);
    local.mine();
    return { attempt, inclusion: await statusOf(adapter, attempt) };
  }

  async function statusOf(
    by: SolanaAdapter,
    attempt: SignedTransaction,
    inclusion?: Inclusion,
  ): Promise<Inclusion> {
    const asked = { ...attempt, ...(inclusion ? { inclusion } : {}) };
    return (await by.observe([asked], [])).attempts.get(attempt.txId)!;
  }

  const lying = (lies: Lies): SolanaAdapter => local.adapter({ fetch: lyingFetch(lies) });
  const unknown: Lies = { getSignatureStatuses: () => ({ context: { slot: 1 }, value: [null] }) };

  it('calls what is only processed pending', async () => {
    const { attempt, inclusion } = await landed();
    expect(inclusion).toMatchObject({ status: 'included', succeeded: true });
    const told = { slot: 5, err: null, confirmationStatus: 'processed' };
    const processed = lying({
      getSignatureStatuses: () => ({ context: { slot: 5 }, value: [told] }),
    });
    expect(await statusOf(processed, attempt)).toEqual({ status: 'pending' });
  });

  it('keeps an inclusion that a node has forgotten, while its block stands', async () => {
    const { attempt, inclusion } = await landed();
    expect(await statusOf(lying(unknown), attempt, inclusion)).toEqual(inclusion);
    local.mine(finalityDepth);
    expect(await statusOf(lying(unknown), attempt, inclusion)).toEqual({
      ...inclusion,
      status: 'final',
    });
    const withoutBlock = { ...unknown, getBlock: () => new RpcError(-32004) };
    expect(await statusOf(lying(withoutBlock), attempt, inclusion)).toEqual(inclusion);
  });

  it('reads a failure again, which another node may have made up', async () => {
    const { attempt, inclusion } = await landed();
    const failed = { ...inclusion, succeeded: false } as Inclusion;
    expect(await statusOf(adapter, attempt, failed)).toEqual(inclusion);
    expect(await statusOf(lying(unknown), attempt, failed)).toEqual(failed);
    local.mine(finalityDepth);
    expect(await statusOf(adapter, attempt, failed)).toEqual({ ...inclusion, status: 'final' });
  });

  it('takes it back where the slot has another block, or none', async () => {
    const { attempt, inclusion } = await landed();
    const other = {
      ...unknown,
      getBlock: (block: unknown) => ({ ...(block as object), blockhash: '1'.repeat(32) }),
    };
    expect(await statusOf(lying(other), attempt, inclusion)).toEqual({ status: 'unseen' });
    const skipped = { ...unknown, getBlock: () => new RpcError(-32007) };
    expect(await statusOf(lying(skipped), attempt, inclusion)).toEqual({ status: 'unseen' });
  });

  it('waits for the receipt where only the status is told', async () => {
    const { attempt } = await landed();
    expect(await statusOf(lying({ getTransaction: () => null }), attempt)).toEqual({
      status: 'pending',
    });
  });

  it('asks nothing again of what it knows to be where it was', async () => {
    const { attempt, inclusion } = await landed();
    const silent = lying({ getTransaction: () => new RpcError(-32011) });
    expect(await statusOf(silent, attempt, inclusion)).toEqual(inclusion);
  });

  it('refuses a node whose newest block is old, or that makes heights out of slots', async () => {
    const old = lying({ getBlockTime: (time) => (time as number) - 600 });
    await expect(old.observe([], [])).rejects.toMatchObject({ code: 'RPC_BEHIND' });
    const slots = lying({
      getBlock: (block, [slot]) => ({ ...(block as object), blockHeight: (slot as number) + 1 }),
    });
    await expect(slots.observe([], [])).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });
});
