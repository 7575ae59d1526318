import {
  ComputeBudgetProgram,
  Keypair,
  SystemProgram,
  type VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL } from '../../sandbox/solana/solana-catalogue.ts';
import {
  COIN,
  call,
  FINALITY_DEPTH,
  fundedWallet,
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

async function transferOf(
  wallet: Keypair,
  lamports: bigint,
  to = somebody(),
): Promise<VersionedTransaction> {
  const instruction = SystemProgram.transfer({
    fromPubkey: wallet.publicKey,
    toPubkey: to,
    lamports,
  });
  return signed(sandbox.connection, [instruction], [wallet]);
}

const idOf = ({ signatures }: VersionedTransaction): string => {
  const [first] = signatures;
  return Buffer.from(first!).toString('hex');
};

describe("what the sandbox's Solana refuses", () => {
  it('a signature that is not by the payer', async () => {
    const { chain } = sandbox;
    const transaction = await transferOf(await fundedWallet(chain), COIN);
    transaction.signatures[0]![7]! ^= 1;
    expect((await send(chain, transaction)).error).toEqual({
      code: -32003,
      message: 'Transaction signature verification failure',
    });
  });

  it('a signature that is missing, also unlooked at', async () => {
    const { chain, connection } = sandbox;
    const transaction = await transferOf(await fundedWallet(chain), COIN);
    const signature = (await send(chain, transaction, { skipPreflight: true })).result as string;
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({ err: null });

    transaction.signatures[0]!.fill(0);
    expect((await send(chain, transaction)).error?.code).toBe(-32003);
    const { result } = await send(chain, transaction, { skipPreflight: true });
    chain.blocks.mine(1);
    expect(await statusOf(connection, result as string)).toBeNull();
  });

  it('a replay', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const transaction = await transferOf(wallet, COIN);
    const { result: signature } = await send(chain, transaction);
    expect((await send(chain, transaction)).result).toBe(signature);
    chain.blocks.mine(1);

    expect((await send(chain, transaction)).error).toEqual({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: expect.objectContaining({ err: 'AlreadyProcessed', logs: [] }),
    });
    expect((await send(chain, transaction, { skipPreflight: true })).result).toBe(signature);
    chain.blocks.mine(3);
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(9n * COIN) - 5_000);
  });

  it('what a wallet cannot pay, or has never been paid', async () => {
    const { chain } = sandbox;
    const rent = await sandbox.connection.getMinimumBalanceForRentExemption(0);
    const poor = await fundedWallet(chain, [[SOL, BigInt(rent)]]);
    expect((await send(chain, await transferOf(poor, 1n))).error).toMatchObject({
      code: -32002,
      data: { err: { InsufficientFundsForRent: { account_index: 0 } } },
    });
    expect((await send(chain, await transferOf(Keypair.generate(), 1n))).error).toMatchObject({
      code: -32002,
      message: expect.stringContaining(
        'Attempt to debit an account but found no record of a prior credit.',
      ),
      data: { err: 'AccountNotFound' },
    });
    const wallet = await fundedWallet(chain);
    const { error } = await send(chain, await transferOf(wallet, 11n * COIN));
    expect(error).toMatchObject({
      code: -32002,
      message:
        'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    });
    expect(error!.data).toMatchObject({
      logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
    });
  });

  it('a priority fee that the wallet does not have', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain, [[SOL, COIN]]);
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 12n });
    const transfer = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: somebody(),
      lamports: 1n,
    });
    const { error } = await send(chain, await signed(connection, [price, transfer], [wallet]));
    expect(error).toMatchObject({ code: -32002, data: { err: 'InsufficientFundsForFee' } });
  });

  it('what fails on the chain, unless nobody looks: then it is included and costs its fee', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const transaction = await transferOf(wallet, 11n * COIN);
    const { result: signature } = await send(chain, transaction, { skipPreflight: true });
    chain.blocks.mine(2);
    const err = { InstructionError: [0, { Custom: 1 }] };
    expect(await statusOf(connection, signature as string)).toMatchObject({
      err,
      status: { Err: err },
    });
    const found = await connection.getTransaction(signature as string, { commitment: 'confirmed' });
    expect(found?.meta).toMatchObject({ err, fee: 5_000 });
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN) - 5_000);
  });

  it('a transaction whose new account would be too poor, and takes the fee for it', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const { result: signature } = await send(chain, await transferOf(wallet, 1n), {
      skipPreflight: true,
    });
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature as string)).toMatchObject({
      err: { InsufficientFundsForRent: { account_index: 1 } },
    });
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(10n * COIN) - 5_000);
  });

  it("a blockhash that is nobody's, or that the asked block does not know yet", async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const transfer = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: somebody(),
      lamports: COIN,
    });
    const fresh = await signed(connection, [transfer], [wallet], 'processed');
    expect((await send(chain, fresh, { preflightCommitment: 'finalized' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    });
    fresh.message.recentBlockhash = somebody().toBase58();
    fresh.sign([wallet]);
    expect((await send(chain, fresh)).error).toMatchObject({ data: { err: 'BlockhashNotFound' } });
    const { result } = await send(chain, fresh, { skipPreflight: true });
    chain.blocks.mine(1);
    expect(await statusOf(connection, result as string)).toBeNull();
  });

  it('a blockhash after 150 blocks, counted in heights; the last chance is one block past the last valid height', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('processed');
    const [inTime, late] = [await transferOf(wallet, COIN), await transferOf(wallet, 2n * COIN)];
    expect(inTime.message.recentBlockhash).toBe(blockhash);
    chain.blocks.mine(lastValidBlockHeight - (await connection.getBlockHeight()));

    expect((await connection.isBlockhashValid(blockhash, { commitment: 'processed' })).value).toBe(
      true,
    );
    expect(await connection.getSlot()).toBeGreaterThan(lastValidBlockHeight);
    const { result: signature } = await send(chain, inTime);
    chain.blocks.mine(1);
    expect(await connection.getBlockHeight()).toBe(lastValidBlockHeight + 1);
    expect(await statusOf(connection, signature as string)).toMatchObject({ err: null });

    expect((await connection.isBlockhashValid(blockhash, { commitment: 'processed' })).value).toBe(
      false,
    );
    expect((await send(chain, late)).error).toMatchObject({ data: { err: 'BlockhashNotFound' } });
    expect((await send(chain, inTime)).error).toMatchObject({ data: { err: 'BlockhashNotFound' } });
    const { result: lost } = await send(chain, late, { skipPreflight: true });
    chain.blocks.mine(FINALITY_DEPTH);
    expect(await statusOf(connection, lost as string)).toBeNull();
    expect((await connection.getFeeForMessage(late.message)).value).toBeNull();
  });

  it('the answer from a block that it does not have yet, or while it is behind', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const minContextSlot = (await connection.getSlot('finalized')) + 1;
    const asked = await call(chain, 'getBalance', [
      wallet.publicKey.toBase58(),
      { minContextSlot },
    ]);
    expect(asked.error).toEqual({
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: minContextSlot - 1 },
    });
    chain.setSlotsBehind(42);
    const transaction = await transferOf(wallet, COIN);
    const behind = {
      code: -32005,
      message: 'Node is behind by 42 slots',
      data: { numSlotsBehind: 42 },
    };
    expect((await call(chain, 'getHealth')).error).toEqual(behind);
    expect((await send(chain, transaction)).error).toEqual(behind);
    chain.setSlotsBehind(undefined);
    expect((await send(chain, transaction)).error).toBeUndefined();
  });

  it('what is no transaction, too long, or no request', async () => {
    const { chain } = sandbox;
    const transaction = await transferOf(await fundedWallet(chain), COIN);
    const bytes = Buffer.from(transaction.serialize());
    for (const text of [
      '***',
      '',
      Buffer.alloc(1_233).toString('base64'),
      Buffer.concat([bytes, bytes]).toString('base64'),
    ]) {
      const { error } = await call(chain, 'sendTransaction', [text, { encoding: 'base64' }]);
      expect(error?.code).toBe(-32602);
    }
    expect((await call(chain, 'getBalance', ['not an address'])).error?.code).toBe(-32602);
    expect(
      (await call(chain, 'getTransaction', [idOf(transaction), { commitment: 'processed' }])).error,
    ).toMatchObject({
      code: -32602,
      message: 'Method does not support commitment below `confirmed`',
    });
  });
});
