import { AssertionError } from 'node:assert';
import { SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPoolSwap } from '../../sandbox/solana/build-pool-swap.ts';
import { buildUnwrap, buildWrap } from '../../sandbox/solana/build-wrap.ts';
import { quotePoolSwap } from '../../sandbox/solana/liquidity-pool.ts';
import { listTransactions } from '../../sandbox/solana/list-transactions.ts';
import { type Holdings, readHoldings } from '../../sandbox/solana/read-holdings.ts';
import { SOL, USDC } from '../../sandbox/solana/solana-catalogue.ts';
import {
  COIN,
  fundedWallet,
  send,
  signBuilt,
  signed,
  somebody,
  startByHand,
} from './solana-by-hand.ts';

let sandbox: Awaited<ReturnType<typeof startByHand>>;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

function held({ wallets }: Holdings, address: string) {
  const wallet = wallets.find((candidate) => candidate.address === address);
  if (wallet === undefined) throw new AssertionError({ message: `${address} is not in the books` });
  const amountOf = (mint: string) =>
    wallet.tokens
      .filter((token) => token.mint === mint)
      .reduce((sum, { amount }) => sum + amount, 0n);
  return { lamports: wallet.lamports, usdc: amountOf(USDC.address) };
}

describe("the books of the sandbox's Solana", () => {
  it('explain what wallets have by the transactions of the blocks between, to the base unit', async () => {
    const { chain, connection } = sandbox;
    const wallet = await fundedWallet(chain);
    const [owner, receiver] = [wallet.publicKey.toBase58(), somebody().toBase58()];
    const opening = await readHoldings(chain.rpcUrl, [owner, receiver]);
    expect(held(opening, owner)).toEqual({ lamports: 10n * COIN, usdc: 0n });

    const quote = quotePoolSwap(chain, SOL, USDC, COIN)!;
    const swap = {
      ...quote,
      from: SOL,
      to: USDC,
      payer: owner,
      receiver,
      amountIn: COIN,
      version: 0,
    } as const;
    await send(chain, signBuilt(buildPoolSwap(chain, swap), wallet));
    await send(chain, signBuilt(buildWrap(chain, { owner, amount: 2n * COIN }), wallet));
    chain.blocks.mine(1);
    await send(chain, signBuilt(await buildUnwrap(chain, { owner, amount: COIN }), wallet));
    const poor = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: somebody(),
      lamports: 99n * COIN,
    });
    await send(chain, await signed(connection, [poor], [wallet]), { skipPreflight: true });
    chain.blocks.mine(2);

    const closing = await readHoldings(chain.rpcUrl, [owner, receiver]);
    const listed = await listTransactions(chain.rpcUrl, {
      from: opening.slot + 1,
      to: closing.slot,
    });
    expect(listed.map(({ isFailed }) => isFailed)).toEqual([false, false, false, true]);
    expect(listed.map(({ fee }) => fee)).toEqual([10_120n, 5_000n, 5_000n, 5_000n]);
    for (const address of [owner, receiver]) {
      const lamports = listed
        .flatMap((item) => item.lamports)
        .filter((item) => item.address === address);
      const tokens = listed.flatMap((item) => item.tokens).filter((item) => item.owner === address);
      const usdc = tokens.filter(({ mint }) => mint === USDC.address);
      const sum = (changes: readonly { change: bigint }[]) =>
        changes.reduce((total, { change }) => total + change, 0n);
      expect(held(opening, address).lamports + sum(lamports)).toBe(held(closing, address).lamports);
      expect(held(opening, address).usdc + sum(usdc)).toBe(held(closing, address).usdc);
    }
    expect(held(closing, receiver).usdc).toBe(quote.amountOut);
  });

  it('count every lamport: what leaves all accounts of a transaction is its fee', async () => {
    const { chain } = sandbox;
    const listed = await listTransactions(chain.rpcUrl, {
      from: chain.blockchain.atHeight(1)!.slot,
      to: chain.blockchain.head('confirmed').slot,
    });
    expect(listed.length).toBeGreaterThan(0);
    for (const { lamports, fee } of listed) {
      expect(lamports.reduce((sum, { change }) => sum + change, 0n)).toBe(-fee);
    }
  });
});
