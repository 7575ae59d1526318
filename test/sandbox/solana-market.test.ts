import { getAssociatedTokenAddressSync, NATIVE_MINT } from '@solana/spl-token';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDeposit } from '../../sandbox/solana/build-deposit.ts';
import { buildPoolSwap } from '../../sandbox/solana/build-pool-swap.ts';
import { buildUnwrap, buildWrap } from '../../sandbox/solana/build-wrap.ts';
import type { Deposit } from '../../sandbox/solana/find-deposits.ts';
import { quotePoolSwap } from '../../sandbox/solana/liquidity-pool.ts';
import { SOL, type SolanaToken, USDC, USDT, WSOL } from '../../sandbox/solana/solana-catalogue.ts';
import { watchDeposits } from '../../sandbox/solana/watch-deposits.ts';
import {
  COIN,
  FINALITY_DEPTH,
  fundedWallet,
  history,
  send,
  signBuilt,
  somebody,
  startByHand,
  statusOf,
} from './solana-by-hand.ts';

let sandbox: Awaited<ReturnType<typeof startByHand>>;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

const tokensOf = async (owner: Keypair['publicKey'], token: SolanaToken) => {
  const account = getAssociatedTokenAddressSync(token.mint, owner);
  return BigInt((await sandbox.connection.getTokenAccountBalance(account)).value.amount);
};

function quoted(from: SolanaToken, to: SolanaToken, amountIn: bigint) {
  const quote = quotePoolSwap(sandbox.chain, from, to, amountIn);
  if (quote === undefined) throw new Error('no pool');
  return { pool: quote.pool, from, to, amountIn, amountOut: quote.amountOut };
}

describe("pools on the sandbox's Solana", () => {
  it('swap coins for tokens in one transaction that the maker has signed, to the base unit', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const receiver = somebody();
    const swap = quoted(SOL, USDC, COIN);
    expect(swap.amountOut).toBeGreaterThan(149_000_000n);
    expect(swap.amountOut).toBeLessThan(150_000_000n);
    const parties = { payer: wallet.publicKey.toBase58(), receiver: receiver.toBase58() };
    const transaction = signBuilt(
      buildPoolSwap(chain, { ...swap, ...parties, version: 'legacy' }),
      wallet,
    );
    expect(transaction.version).toBe('legacy');
    const { result: signature } = await send(chain, transaction);
    chain.blocks.mine(2);
    expect(await statusOf(connection, signature as string)).toMatchObject({ err: null });
    expect(await tokensOf(receiver, USDC)).toBe(swap.amountOut);

    const [listed] = (await history(chain)).filter((item) => item.signature === signature);
    const rent = BigInt(await connection.getMinimumBalanceForRentExemption(165));
    const changeOf = (address: string) =>
      listed!.lamports.find((change) => change.address === address)?.change;
    // Two signatures, and 120,000 units at a thousandth of a lamport.
    expect(listed).toMatchObject({ feePayer: parties.payer, fee: 10_120n, isFailed: false });
    expect(changeOf(parties.payer)).toBe(-COIN - 10_120n - rent);
    expect(changeOf(swap.pool.maker.publicKey.toBase58())).toBe(COIN);
    expect(listed!.tokens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          owner: parties.receiver,
          mint: USDC.address,
          change: swap.amountOut,
        }),
        expect.objectContaining({
          owner: swap.pool.maker.publicKey.toBase58(),
          change: -swap.amountOut,
        }),
      ]),
    );
    const before = swap.amountOut;
    expect(quoted(SOL, USDC, COIN).amountOut).toBeLessThan(before);
  });

  it('do the same with a lookup table, in every direction', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain, [
      [SOL, 10n * COIN],
      [WSOL, COIN],
      [USDC, 1_000_000_000n],
    ]);
    const address = wallet.publicKey.toBase58();
    for (const [from, to, amountIn] of [
      [USDC, USDT, 100_000_000n],
      [USDC, SOL, 100_000_000n],
      [USDC, WSOL, 100_000_000n],
      [WSOL, USDT, COIN / 2n],
    ] as const) {
      const swap = quoted(from, to, amountIn);
      const built = buildPoolSwap(chain, {
        ...swap,
        payer: address,
        receiver: address,
        version: 0,
      });
      const transaction = signBuilt(built, wallet);
      expect(transaction.message.addressTableLookups).toHaveLength(1);
      const legacy = buildPoolSwap(chain, {
        ...swap,
        payer: address,
        receiver: address,
        version: 'legacy',
      });
      expect(built.length).toBeLessThan(legacy.length);
      const { result: signature, error } = await send(chain, transaction);
      expect(error).toBeUndefined();
      chain.blocks.mine(1);
      expect(await statusOf(connection, signature as string)).toMatchObject({ err: null });
    }
    expect(await tokensOf(wallet.publicKey, USDC)).toBe(700_000_000n);
    expect(await tokensOf(wallet.publicKey, WSOL)).toBeGreaterThan(COIN);
    expect(quotePoolSwap(chain, SOL, WSOL, COIN)).toBeUndefined();
  });

  it('are bound to what the maker signed: no other amount, and no other blockhash', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const address = wallet.publicKey.toBase58();
    const built = buildPoolSwap(chain, {
      ...quoted(SOL, USDC, COIN),
      payer: address,
      receiver: address,
      version: 0,
    });
    const renewed = VersionedTransaction.deserialize(Buffer.from(built, 'base64'));
    renewed.message.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
    renewed.sign([wallet]);
    expect((await send(chain, renewed)).error?.code).toBe(-32003);

    const cheaper = VersionedTransaction.deserialize(Buffer.from(built, 'base64'));
    const payment = cheaper.message.compiledInstructions.at(-2)!;
    payment.data = Buffer.concat([payment.data.subarray(0, 4), Buffer.alloc(8, 1)]);
    cheaper.sign([wallet]);
    expect((await send(chain, cheaper)).error?.code).toBe(-32003);
    expect((await send(chain, signBuilt(built, wallet))).error).toBeUndefined();
  });

  it('wrap and unwrap, one for one', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const owner = wallet.publicKey.toBase58();
    const account = getAssociatedTokenAddressSync(NATIVE_MINT, wallet.publicKey);
    await send(chain, signBuilt(buildWrap(chain, { owner, amount: 3n * COIN }), wallet));
    chain.blocks.mine(1);
    expect(await tokensOf(wallet.publicKey, WSOL)).toBe(3n * COIN);
    await send(chain, signBuilt(await buildUnwrap(chain, { owner, amount: COIN }), wallet));
    chain.blocks.mine(1);
    expect(await tokensOf(wallet.publicKey, WSOL)).toBe(2n * COIN);
    const rent = (await connection.getAccountInfo(account))!.lamports - Number(2n * COIN);
    expect(await connection.getBalance(wallet.publicKey)).toBe(Number(8n * COIN) - 10_000 - rent);
  });
});

describe("gateways on the sandbox's Solana", () => {
  it('find their deposits when these are deep enough, once for each order, also over a reorganization', async () => {
    const { chain } = sandbox;
    const wallet = await fundedWallet(chain, [
      [SOL, 10n * COIN],
      [USDC, 9_000_000n],
    ]);
    const payer = wallet.publicKey.toBase58();
    const closing = new AbortController();
    const found = new Map<string, Deposit>();
    const watching = watchDeposits({
      chain,
      confirmations: 2,
      signal: closing.signal,
      onDeposit: (deposit) => found.set(`${deposit.signature} ${deposit.token.symbol}`, deposit),
    });
    const pay = async (
      gatewayId: Deposit['gatewayId'],
      token: SolanaToken,
      amount: bigint,
      orderId: string,
    ) => {
      const gateway = chain.gateways.get(gatewayId)!;
      const { result } = await send(
        chain,
        signBuilt(buildDeposit(chain, { gateway, token, payer, amount, orderId }), wallet),
      );
      return result as string;
    };
    const first = await pay('across', USDC, 4_000_000n, '0xfirst');
    const second = await pay('relay', SOL, COIN, '0xsecond');
    chain.blocks.mine(2);
    expect(found.size).toBe(0);
    chain.blocks.reorganize({ depth: 2, drop: false });
    chain.blocks.mine(2);
    expect(found.size).toBe(0);
    chain.blocks.mine(1);
    await expect.poll(() => [...found.values()]).toHaveLength(2);
    expect([...found.values()]).toMatchObject([
      {
        orderId: '0xfirst',
        gatewayId: 'across',
        token: USDC,
        amount: 4_000_000n,
        payer,
        signature: first,
      },
      {
        orderId: '0xsecond',
        gatewayId: 'relay',
        token: SOL,
        amount: COIN,
        payer,
        signature: second,
      },
    ]);
    chain.blocks.mine(FINALITY_DEPTH);
    closing.abort();
    await sandbox.chain.heads.next(-1n);
    chain.blocks.mine(1);
    await watching;
  });

  it('do not take a deposit that failed', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const closing = new AbortController();
    const found: Deposit[] = [];
    const watching = watchDeposits({
      chain,
      confirmations: 0,
      signal: closing.signal,
      onDeposit: (item) => found.push(item),
    });
    const gateway = chain.gateways.get('relay')!;
    const plan = {
      gateway,
      token: SOL,
      payer: wallet.publicKey.toBase58(),
      amount: 99n * COIN,
      orderId: '0xpoor',
    };
    const { result } = await send(chain, signBuilt(buildDeposit(chain, plan), wallet), {
      skipPreflight: true,
    });
    chain.blocks.mine(1);
    await expect
      .poll(() => statusOf(connection, result as string))
      .toMatchObject({ err: expect.anything() });
    closing.abort();
    chain.blocks.mine(1);
    await watching;
    expect(found.filter(({ orderId }) => orderId === '0xpoor')).toEqual([]);
  });

  it("pay out once for an order, whatever happens to the chain, and make the receiver's account", async () => {
    const { chain } = sandbox;
    const { across } = chain.payers;
    const receiver = Keypair.generate().publicKey;
    const payout = {
      orderId: '0xorder',
      token: USDC,
      receiver: receiver.toBase58(),
      amount: 1_234_567n,
    };
    const payment = across.payOut(payout);
    const again = across.payOut(payout);
    chain.blocks.mine(1);
    expect(await tokensOf(receiver, USDC)).toBe(payout.amount);
    chain.blocks.reorganize({ depth: 1, drop: true });
    await expect
      .poll(async () => {
        chain.blocks.mine(1);
        return (
          await sandbox.connection.getTokenAccountsByOwner(
            receiver,
            { mint: USDC.mint },
            'finalized',
          )
        ).value.length;
      })
      .toBe(1);
    const signature = await payment;
    expect(await again).toBe(signature);
    expect(await across.payOut(payout)).toBe(signature);
    chain.blocks.mine(FINALITY_DEPTH);
    expect(await tokensOf(receiver, USDC)).toBe(payout.amount);
    const paid = (await history(chain)).filter(({ tokens }) =>
      tokens.some(({ owner }) => owner === receiver.toBase58()),
    );
    expect(paid.map((item) => item.signature)).toEqual([signature]);
  });

  it('pay out once, also when the first payment has waited until its blockhash was too old', async () => {
    const { chain, connection } = sandbox;
    const receiver = somebody();
    chain.blocks.stall(1_000_000n);
    const payment = chain.payers.others.payOut({
      orderId: '0xlate',
      token: SOL,
      receiver: receiver.toBase58(),
      amount: COIN,
    });
    for (let block = 0; block < 160; block++) {
      chain.blocks.mine(1);
      await Promise.resolve();
    }
    chain.blocks.stall(undefined);
    await expect
      .poll(async () => {
        chain.blocks.mine(1);
        return connection.getBalance(receiver, 'finalized');
      })
      .toBe(Number(COIN));
    const [first, ...others] = await connection.getSignaturesForAddress(receiver, {}, 'finalized');
    expect(first?.signature).toBe(await payment);
    expect(others).toEqual([]);
  });

  it('pay out coins, and say so where the chain refuses', async () => {
    const { chain, connection } = sandbox;
    const receiver = somebody();
    const paid = chain.payers.relay.payOut({
      orderId: '0xcoins',
      token: SOL,
      receiver: receiver.toBase58(),
      amount: COIN,
    });
    const refused = chain.payers.relay.payOut({
      orderId: '0xdust',
      token: SOL,
      receiver: somebody().toBase58(),
      amount: 1n,
    });
    const failed = expect(refused).rejects.toThrow('InsufficientFundsForRent');
    for (let block = 0; block <= FINALITY_DEPTH; block++) {
      chain.blocks.mine(1);
      await connection.getSlot();
    }
    await paid;
    await failed;
    expect(await connection.getBalance(receiver, 'finalized')).toBe(Number(COIN));
  });
});
