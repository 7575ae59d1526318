import { Connection, PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js';
import { afterEach, describe, expect, it } from 'vitest';
import { fundAccount } from '../../sandbox/solana/fund-account.ts';
import { GENESIS_HASH, SOL, SOLANA_TOKENS } from '../../sandbox/solana/solana-catalogue.ts';
import {
  type RunningSolanaChain,
  startSolanaChain,
} from '../../sandbox/solana/start-solana-chain.ts';
import { COIN, somebody } from './solana-by-hand.ts';

const closing = new AbortController();
const options = {
  blockIntervalMs: 50,
  finalityDepth: 2,
  gatewayIds: ['across' as const],
  signal: closing.signal,
};
const running: RunningSolanaChain[] = [];
const start = async (port?: number) => {
  const chain = await startSolanaChain({ ...options, ...(port === undefined ? {} : { port }) });
  running.push(chain);
  return chain;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((chain) => chain.close()));
});

/** Genesis hashes of the networks that are real: main, test and development. */
const REAL_NETWORKS = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
];

describe("the sandbox's Solana", () => {
  it('makes its blocks by itself, and can be told to stop for a while', async () => {
    const { rpcUrl, blocks, heads, blockchain } = await start();
    const connection = new Connection(rpcUrl, 'processed');
    const first = await heads.next(0n);
    expect(await heads.next(first)).toBe(first + 1n);
    blocks.setMining(false);
    const height = blockchain.head('processed').height;
    const { blockhash } = await connection.getLatestBlockhash();
    blocks.mine(3);
    expect(await connection.getBlockHeight()).toBe(height + 3);
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
    const next = heads.next(BigInt(height + 3));
    blocks.setMining(true);
    expect(await next).toBe(BigInt(height + 4));
  });

  it('funds with every token that it has', async () => {
    const chain = await start();
    const connection = new Connection(chain.rpcUrl, 'processed');
    const wallet = somebody();
    const address = wallet.toBase58();
    await Promise.all(SOLANA_TOKENS.map((token) => fundAccount(chain, address, token, COIN)));
    expect(await connection.getBalance(wallet)).toBe(Number(COIN));
    for (const { mint } of SOLANA_TOKENS.filter((token) => token !== SOL)) {
      const { value } = await connection.getTokenAccountsByOwner(wallet, { mint });
      const [held] = value;
      expect((await connection.getTokenAccountBalance(held!.pubkey)).value.amount).toBe(`${COIN}`);
    }
  });

  it('shows programs its own slot and time', async () => {
    const { rpcUrl, blocks, blockchain } = await start();
    blocks.setMining(false);
    const clock = await new Connection(rpcUrl, 'processed').getAccountInfo(SYSVAR_CLOCK_PUBKEY);
    const { slot, unixSeconds } = blockchain.head('processed');
    expect(clock?.data.readBigUInt64LE(0)).toBe(BigInt(slot));
    expect(clock?.data.readBigInt64LE(32)).toBe(BigInt(unixSeconds));
  });

  it('is no network that exists, and none that ran before', async () => {
    const [one, other] = [await start(), await start()];
    const [oneHash, otherHash] = await Promise.all(
      [one, other].map(({ rpcUrl }) => new Connection(rpcUrl).getLatestBlockhash('finalized')),
    );
    expect(REAL_NETWORKS).not.toContain(GENESIS_HASH);
    expect(await new Connection(one.rpcUrl).getGenesisHash()).toBe(GENESIS_HASH);
    expect(oneHash?.blockhash).not.toBe(otherHash?.blockhash);
  });

  it('says so when its port is taken, and leaves nothing running', async () => {
    const { rpcUrl } = await start();
    await expect(start(Number(new URL(rpcUrl).port))).rejects.toMatchObject({ code: 'port-taken' });
    expect(running).toHaveLength(1);
  });

  it('ends with what waits for its blocks', async () => {
    const chain = await startSolanaChain(options);
    chain.blocks.setMining(false);
    const waiting = expect(chain.heads.next(1_000n)).rejects.toMatchObject({ name: 'AbortError' });
    await chain.close();
    await waiting;
    await expect(fetch(chain.rpcUrl)).rejects.toThrow();
  });

  it('has addresses for its tokens that are such of Solana', () => {
    for (const { address } of SOLANA_TOKENS)
      expect(new PublicKey(address).toBase58()).toBe(address);
  });
});
