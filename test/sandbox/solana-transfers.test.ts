import {
  createAssociatedTokenAccountInstruction,
  createTransferCheckedInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  SystemProgram,
  type TokenBalance,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../sandbox/base58.ts';
import { SOL, USDC } from '../../sandbox/solana/solana-catalogue.ts';
import {
  COIN,
  call,
  FINALITY_DEPTH,
  fundedWallet,
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

describe("web3.js as shipped, on the sandbox's Solana", () => {
  it('transfers SOL, and pays exactly the fee', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const transaction = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports: COIN }),
    );
    const signature = await connection.sendTransaction(transaction, [wallet]);
    expect(await statusOf(connection, signature)).toBeNull();

    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({
      err: null,
      confirmationStatus: 'processed',
      confirmations: 0,
    });
    expect(await connection.getBalance(to)).toBe(Number(COIN));
    expect(await connection.getBalance(to, 'confirmed')).toBe(0);
    expect(await connection.getTransaction(signature, { commitment: 'confirmed' })).toBeNull();
    chain.blocks.mine(1);
    expect(await statusOf(connection, signature)).toMatchObject({
      confirmationStatus: 'confirmed',
    });
    expect(await connection.getBalance(to, 'confirmed')).toBe(Number(COIN));
    expect(await connection.getBalance(to, 'finalized')).toBe(0);
    chain.blocks.mine(FINALITY_DEPTH - 1);
    expect(await statusOf(connection, signature)).toMatchObject({
      confirmationStatus: 'finalized',
      confirmations: null,
    });
    expect(await connection.getBalance(to, 'finalized')).toBe(Number(COIN));

    const found = await connection.getTransaction(signature, {
      commitment: 'finalized',
      maxSupportedTransactionVersion: 0,
    });
    expect(found?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [Number(10n * COIN), 0, 1],
      postBalances: [Number(9n * COIN) - 5_000, Number(COIN), 1],
    });
    expect(found?.version).toBe('legacy');
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(9n * COIN) - 5_000);
    const history = await connection.getSignaturesForAddress(to, {}, 'finalized');
    expect(history).toMatchObject([{ signature, err: null, confirmationStatus: 'finalized' }]);
  });

  it("transfers a token, and makes the receiver's account", async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain, [
      [SOL, COIN],
      [USDC, 5_000_000n],
    ]);
    const to = somebody();
    const [from, destination] = [wallet.publicKey, to].map((owner) =>
      getAssociatedTokenAddressSync(USDC.mint, owner),
    );
    const transaction = await signed(
      connection,
      [
        createAssociatedTokenAccountInstruction(wallet.publicKey, destination!, to, USDC.mint),
        createTransferCheckedInstruction(
          from!,
          USDC.mint,
          destination!,
          wallet.publicKey,
          1_250_000n,
          6,
        ),
      ],
      [wallet],
    );
    const signature = await connection.sendTransaction(transaction);
    chain.blocks.mine(2);

    expect((await getAccount(connection, destination!)).amount).toBe(1_250_000n);
    expect((await connection.getTokenAccountBalance(from!)).value).toEqual({
      amount: '3750000',
      decimals: 6,
      uiAmount: 3.75,
      uiAmountString: '3.75',
    });
    const { value: accounts } = await connection.getTokenAccountsByOwner(to, { mint: USDC.mint });
    expect(accounts.map(({ pubkey }) => pubkey.toBase58())).toEqual([destination!.toBase58()]);
    expect(
      (await connection.getTokenAccountsByOwner(to, { mint: USDC.mint }, 'finalized')).value,
    ).toEqual([]);

    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    const change = (balances: TokenBalance[] | null | undefined, owner: string) =>
      balances?.find((balance) => balance.owner === owner)?.uiTokenAmount.amount;
    expect(change(found!.meta!.preTokenBalances, wallet.publicKey.toBase58())).toBe('5000000');
    expect(change(found!.meta!.preTokenBalances, to.toBase58())).toBeUndefined();
    expect(change(found!.meta!.postTokenBalances, to.toBase58())).toBe('1250000');
    expect(found!.meta!.innerInstructions).not.toEqual([]);
  });

  it('takes a priority fee, price times limit rounded up, and answers it beforehand', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const transaction = await signed(
      connection,
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 10_001 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 150_000 }),
        SystemProgram.transfer({
          fromPubkey: wallet.publicKey,
          toPubkey: somebody(),
          lamports: COIN,
        }),
      ],
      [wallet],
    );
    // 10,001 units at 0.15 lamports are 1,500.15 lamports.
    const fee = 5_000 + 1_501;
    expect((await connection.getFeeForMessage(transaction.message)).value).toBe(fee);
    await connection.sendTransaction(transaction);
    chain.blocks.mine(1);
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(9n * COIN) - fee);
    const [newest] = (await connection.getRecentPrioritizationFees()).toReversed();
    expect(newest?.prioritizationFee).toBe(150_000);
  });

  it('executes version 0 transactions with a lookup table that was made on it', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: wallet.publicKey,
      payer: wallet.publicKey,
      recentSlot: await connection.getSlot('finalized'),
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      authority: wallet.publicKey,
      payer: wallet.publicKey,
      lookupTable: table,
      addresses: [to],
    });
    await connection.sendTransaction(await signed(connection, [create, extend], [wallet]));
    chain.blocks.mine(2);

    const { value: lookupTable } = await connection.getAddressLookupTable(table);
    const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
    const transfer = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: to,
      lamports: COIN,
    });
    const message = new TransactionMessage({
      payerKey: wallet.publicKey,
      recentBlockhash,
      instructions: [transfer],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message([lookupTable!]));
    transaction.sign([wallet]);
    expect(transaction.message.staticAccountKeys.map(String)).not.toContain(to.toBase58());
    const signature = await connection.sendTransaction(transaction);
    chain.blocks.mine(2);

    expect(await connection.getBalance(to)).toBe(Number(COIN));
    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    expect(found?.version).toBe(0);
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()]);
    await expect(connection.getTransaction(signature, { commitment: 'confirmed' })).rejects.toThrow(
      'maxSupportedTransactionVersion',
    );
    const block = await connection.getBlock(found!.slot, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    expect(block?.transactions.map((item) => item.transaction.signatures[0])).toEqual([signature]);
  });

  it('reads several accounts at once, and in batches', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const accounts = await connection.getMultipleAccountsInfo([
      wallet.publicKey,
      somebody(),
      USDC.mint,
    ]);
    expect(accounts.map((account) => account?.lamports ?? null)).toEqual([
      Number(10n * COIN),
      null,
      expect.any(Number),
    ]);
    expect(accounts[2]?.data.length).toBe(82);
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      body: JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'getGenesisHash' },
        { jsonrpc: '2.0', id: 'b', method: 'requestAirdrop', params: [] },
      ]),
    });
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: await connection.getGenesisHash() },
      { jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'Method not found' } },
    ]);
    const finalized = new Connection(chain.rpcUrl, 'finalized');
    expect(await finalized.getBlockHeight()).toBe(
      (await connection.getBlockHeight()) - FINALITY_DEPTH,
    );
  });

  it('counts slots and blocks apart, and skips some slots', async () => {
    const { chain, connection } = sandbox;
    chain.blocks.mine(30);
    const slot = await connection.getSlot();
    const made = await connection.getBlocks(slot - 30, slot, 'confirmed');
    expect(made.length).toBeLessThan(30);
    expect(made.length).toBeGreaterThan(25);
    const skipped = Array.from({ length: 20 }, (_, index) => slot - 25 + index).find(
      (number) => !made.includes(number),
    );
    await expect(connection.getBlock(skipped!, { commitment: 'confirmed' })).rejects.toThrow(
      'was skipped',
    );
    expect(await connection.getEpochInfo()).toMatchObject({
      absoluteSlot: slot,
      blockHeight: await connection.getBlockHeight(),
    });
  });

  it('links its blocks to one another, and to their times', async () => {
    const { chain, connection } = sandbox;
    chain.blocks.mine(3);
    const head = chain.blockchain.head('confirmed');
    const block = await connection.getBlock(head.slot, { commitment: 'confirmed' });
    const parent = await connection.getBlock(block!.parentSlot, {
      commitment: 'confirmed',
      rewards: false,
    });
    expect(block).toMatchObject({
      blockhash: head.blockhash,
      previousBlockhash: parent!.blockhash,
    });
    expect(await connection.getBlockTime(head.slot)).toBe(block!.blockTime);
    expect(Math.abs(block!.blockTime! - Date.now() / 1_000)).toBeLessThan(60);
    await expect(connection.getBlock(head.slot + 5, { commitment: 'confirmed' })).rejects.toThrow(
      'not available',
    );
  });

  it('takes base 58 too, and looks at it from the last final block unless told otherwise', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const to = somebody();
    const transfer = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: to,
      lamports: COIN,
    });
    const early = encodeBase58(
      (await signed(connection, [transfer], [wallet], 'processed')).serialize(),
    );
    expect((await call(chain, 'sendTransaction', [early])).error?.data).toMatchObject({
      err: 'BlockhashNotFound',
    });
    chain.blocks.mine(FINALITY_DEPTH);
    expect((await call(chain, 'sendTransaction', [early])).error).toBeUndefined();
    chain.blocks.mine(1);
    expect(await connection.getBalance(to)).toBe(Number(COIN));
  });

  it('simulates what a transaction would do, and keeps nothing of it', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain, [
      [SOL, COIN],
      [USDC, 5_000_000n],
    ]);
    const to = Keypair.generate().publicKey;
    const [from, destination] = [wallet.publicKey, to].map((owner) =>
      getAssociatedTokenAddressSync(USDC.mint, owner),
    );
    const transaction = await signed(
      connection,
      [
        createAssociatedTokenAccountInstruction(wallet.publicKey, destination!, to, USDC.mint),
        createTransferCheckedInstruction(
          from!,
          USDC.mint,
          destination!,
          wallet.publicKey,
          5_000_000n,
          6,
        ),
      ],
      [wallet],
    );
    transaction.message.recentBlockhash = somebody().toBase58();
    const { value } = await connection.simulateTransaction(transaction, {
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: {
        encoding: 'base64',
        addresses: [destination!.toBase58(), wallet.publicKey.toBase58()],
      },
    });
    expect(value.err).toBeNull();
    const [received, payer] = value.accounts!;
    expect(Buffer.from(received!.data[0]!, 'base64').readBigUInt64LE(64)).toBe(5_000_000n);
    expect(payer!.lamports).toBeLessThan(Number(COIN) - 5_000);
    expect(value.innerInstructions![0]!.instructions.length).toBeGreaterThan(0);
    expect(await connection.getAccountInfo(destination!)).toBeNull();

    const { value: refused } = await connection.simulateTransaction(transaction, {
      sigVerify: false,
    });
    expect(refused.err).toBe('BlockhashNotFound');
  });
});
