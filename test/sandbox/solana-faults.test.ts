import { ComputeBudgetProgram, type Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../sandbox/solana/fund-account.ts';
import { SOL, USDC } from '../../sandbox/solana/solana-catalogue.ts';
import { startSolanaChain } from '../../sandbox/solana/start-solana-chain.ts';
import {
  COIN,
  FINALITY_DEPTH,
  fundedWallet,
  history,
  send,
  signed,
  somebody,
  startByHand,
  statusOf,
} from './solana-by-hand.ts';

let sandbox: Awaited<ReturnType<typeof startByHand>>;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

const transfer = (wallet: Keypair, to: PublicKey, lamports = COIN) =>
  SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports });

async function sendTransfer(
  wallet: Keypair,
  to: PublicKey,
  commitment: 'processed' | 'finalized' = 'finalized',
) {
  const transaction = await signed(
    sandbox.connection,
    [transfer(wallet, to)],
    [wallet],
    commitment,
  );
  const { result } = await send(sandbox.chain, transaction);
  return { signature: result as string, transaction };
}

describe("the misfortunes of the sandbox's Solana", () => {
  it('has a transaction fail in its block, where only its fee is taken, and succeed once the block is taken back', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const { signature } = await sendTransfer(wallet, to);
    chain.blockchain.letFail(signature);
    chain.blocks.mine(1);
    expect((await statusOf(connection, signature))?.err).toMatchObject({
      InstructionError: expect.anything(),
    });
    expect(await connection.getBalance(to, 'processed')).toBe(0);
    expect(await connection.getBalance(wallet.publicKey, 'processed')).toBe(
      Number(10n * COIN) - 5_000,
    );

    chain.blocks.reorganize({ depth: 1, drop: false });
    chain.blockchain.letFail(undefined);
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({ err: null });
    expect(await connection.getBalance(to, 'processed')).toBe(Number(COIN));
  });

  it('takes transactions back in a reorganization, and includes them again', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const { signature } = await sendTransfer(wallet, to);
    chain.blocks.mine(2);
    const [height, slot] = [await connection.getBlockHeight(), await connection.getSlot()];
    const { blockhash } = await connection.getLatestBlockhash();
    expect(await connection.getBalance(to)).toBe(Number(COIN));

    const { from, removed, returned } = chain.blocks.reorganize({ depth: 2, drop: false });
    expect({ from, removed, returned }).toEqual({
      from: BigInt(height - 1),
      removed: [signature],
      returned: [signature],
    });
    expect(await statusOf(connection, signature)).toBeNull();
    expect(await connection.getBalance(to)).toBe(0);
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN));
    expect(await connection.getBlockHeight()).toBe(height);
    expect(await connection.getSlot()).toBeGreaterThan(slot);
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false);
    await expect(connection.getBlock(slot, { commitment: 'confirmed' })).rejects.toThrow();

    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({ err: null });
    expect(await connection.getBalance(to)).toBe(Number(COIN));
  });

  it('loses them where it is told to, and takes them when they are sent again', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const { signature, transaction } = await sendTransfer(wallet, to);
    chain.blocks.mine(1);
    expect(chain.blocks.reorganize({ depth: 1, drop: true })).toMatchObject({
      removed: [signature],
      returned: [],
    });
    chain.blocks.mine(FINALITY_DEPTH);
    expect(await statusOf(connection, signature)).toBeNull();
    expect(await connection.getBalance(to)).toBe(0);
    expect((await send(chain, transaction)).result).toBe(signature);
    chain.blocks.mine(1);
    expect(await connection.getBalance(to)).toBe(Number(COIN));
  });

  it('never takes what names a block that was replaced', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    chain.blocks.mine(1);
    const { signature, transaction } = await sendTransfer(wallet, to, 'processed');
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).not.toBeNull();
    expect(chain.blocks.reorganize({ depth: 2, drop: false })).toMatchObject({
      removed: [signature],
      returned: [],
    });
    expect((await send(chain, transaction)).error).toMatchObject({
      data: { err: 'BlockhashNotFound' },
    });
    await send(chain, transaction, { skipPreflight: true });
    chain.blocks.mine(FINALITY_DEPTH);
    expect(await statusOf(connection, signature)).toBeNull();
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN));
  });

  it('restores what accounts were over several blocks, also those that did not exist', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    for (let block = 0; block < FINALITY_DEPTH - 1; block++) {
      const instructions = [transfer(wallet, to, COIN + BigInt(block))];
      await send(chain, await signed(connection, instructions, [wallet], 'finalized'));
      chain.blocks.mine(1);
    }
    expect(await connection.getBalance(to)).toBe(Number(3n * COIN) + 3);
    expect(await connection.getBalance(to, 'confirmed')).toBe(Number(2n * COIN) + 1);
    chain.blocks.reorganize({ depth: FINALITY_DEPTH - 1, drop: true });
    expect(await connection.getAccountInfo(to)).toBeNull();
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN));
  });

  it('never replaces a final block', async () => {
    const { chain } = sandbox;
    chain.blocks.mine(FINALITY_DEPTH);
    expect(() => chain.blocks.reorganize({ depth: FINALITY_DEPTH, drop: false })).toThrow(
      'reach final ones',
    );
  });

  it('never replaces the first block, but every other one that is not final', async () => {
    const closing = new AbortController();
    const options = {
      blockIntervalMs: 10_000,
      finalityDepth: 32,
      gatewayIds: [],
      signal: closing.signal,
    };
    const young = await startSolanaChain(options);
    try {
      young.blocks.setMining(false);
      young.blocks.mine(3);
      const { height } = young.blockchain.head('processed');
      expect(() => young.blocks.reorganize({ depth: height + 1, drop: false })).toThrow(
        'first ones',
      );
      expect(young.blocks.reorganize({ depth: height, drop: false })).toMatchObject({ from: 1n });
    } finally {
      closing.abort();
      await young.close();
    }
  });

  it('stalls: blocks go on, and only what bids enough gets in', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const [poor, rich] = [somebody(), somebody()];
    chain.blocks.stall(1_000_000n);
    const { signature } = await sendTransfer(wallet, poor);
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
    await send(chain, await signed(connection, [price, transfer(wallet, rich)], [wallet]));
    chain.blocks.mine(3);
    expect(await connection.getBalance(rich)).toBe(Number(COIN));
    expect(await statusOf(connection, signature)).toBeNull();
    const [newest] = (await connection.getRecentPrioritizationFees()).toReversed();
    expect(newest?.prioritizationFee).toBe(1_000_000);

    chain.blocks.stall(undefined);
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({ err: null });
  });

  it('forgets what waits until its blockhash is too old', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    chain.blocks.stall(1_000_000n);
    const { signature } = await sendTransfer(wallet, somebody());
    chain.blocks.mine(151);
    chain.blocks.stall(undefined);
    chain.blocks.mine(FINALITY_DEPTH);
    expect(await statusOf(connection, signature)).toBeNull();
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN));
  });

  it('forgets a transaction that is not to be retried when one block has not taken it', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const transaction = await signed(connection, [transfer(wallet, somebody())], [wallet]);
    chain.blocks.stall(1_000_000n);
    const { result: signature } = await send(chain, transaction, { maxRetries: 0 });
    chain.blocks.mine(1);
    chain.blocks.stall(undefined);
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature as string)).toBeNull();
  });

  it('remembers old transactions only in its history', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const { signature } = await sendTransfer(wallet, somebody());
    chain.blocks.mine(302);
    expect(await statusOf(connection, signature)).toBeNull();
    const { value } = await connection.getSignatureStatus(signature, {
      searchTransactionHistory: true,
    });
    expect(value).toMatchObject({ err: null, confirmationStatus: 'finalized' });
  });

  it('funds an account once, also when its block is lost or its blockhash becomes too old', async () => {
    const { chain, connection } = sandbox;
    const [coins, tokens] = [somebody(), somebody()];
    const funding = fundAccount(chain, coins.toBase58(), SOL, COIN);
    chain.blocks.mine(1);
    await funding;
    chain.blocks.reorganize({ depth: 1, drop: true });
    chain.blocks.mine(1);
    await expect
      .poll(() => {
        chain.blocks.mine(1);
        return connection.getBalance(coins);
      })
      .toBe(Number(COIN));

    chain.blocks.stall(1_000_000n);
    const late = fundAccount(chain, tokens.toBase58(), USDC, 7n);
    for (let block = 0; block < 160; block++) {
      chain.blocks.mine(1);
      await Promise.resolve();
    }
    chain.blocks.stall(undefined);
    await expect
      .poll(async () => {
        chain.blocks.mine(1);
        return (await connection.getTokenAccountsByOwner(tokens, { mint: USDC.mint })).value.length;
      })
      .toBe(1);
    await late;
    chain.blocks.mine(FINALITY_DEPTH);
    const listed = await history(chain);
    const given = (owner: PublicKey) =>
      listed.filter(({ lamports, tokens: moved }) =>
        [...lamports.map(({ address }) => address), ...moved.map((token) => token.owner)].includes(
          owner.toBase58(),
        ),
      );
    expect(given(coins)).toHaveLength(1);
    expect(given(tokens)).toHaveLength(1);
  });
});
