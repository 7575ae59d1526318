import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC } from '../../../../sandbox/solana/solana-catalogue.ts';
import { type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch } from './lying-fetch.ts';

const coin = 1_000_000_000n;

interface Accounts {
  value: ({ data: [string, string]; lamports: number } | null)[];
}

/** One of the accounts that are read is another one. */
const lieAbout = (
  address: string,
  change: (account: NonNullable<Accounts['value'][number]>) => object,
): Lies => ({
  getMultipleAccounts(result, [keys]) {
    const { value, ...rest } = result as Accounts;
    const changed = value.map((account, index) =>
      account !== null && (keys as string[])[index] === address
        ? { ...account, ...change(account) }
        : account,
    );
    return { ...rest, value: changed };
  },
});

describe('two hosts of Solana', () => {
  let local: LocalChain;
  let wallet: Keypair;
  let account: string;
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet([
      [SOL, 5n * coin],
      [USDC, 1_000n],
    ]);
    account = wallet.publicKey.toBase58();
  });
  afterAll(() => local.close());

  /** @param liar the host that says something else */
  const lying = (liar: number, lies: Lies) =>
    local.adapter({ hosts: 2, fetchOf: (host) => (host === liar ? lyingFetch(lies) : fetch) });

  describe.each([0, 1])('of which host %i lies', (liar) => {
    it('do not agree on the decimals of a token', async () => {
      const others = lieAbout(USDC.address, ({ data: [data, encoding] }) => {
        const bytes = Buffer.from(data, 'base64');
        bytes[44] = 9;
        return { data: [bytes.toString('base64'), encoding] };
      });
      await expect(lying(liar, others).token(USDC.address)).rejects.toMatchObject({
        code: 'WITNESSES_DISAGREE',
        message: expect.stringContaining('9 decimals'),
      });
    });

    it('count with the lower balance', async () => {
      const held = async (lamports: bigint) =>
        (
          await lying(
            liar,
            lieAbout(account, () => ({ lamports: Number(lamports) })),
          ).balances(account, [SOL.address])
        ).balances.get(SOL.address);
      expect(await held(coin)).toBe(coin);
      expect(await held(9n * coin)).toBe(5n * coin);
    });

    it('contradict each other about what a transaction changes', async () => {
      const receiver = await local.newWallet();
      const adapter = lying(liar, {
        simulateTransaction(result) {
          const { value, ...rest } = result as { value: { accounts?: Accounts['value'] } };
          const accounts = value.accounts?.map(
            (one) => one && { ...one, lamports: one.lamports - 7 },
          );
          return { ...rest, value: { ...value, ...(accounts ? { accounts } : {}) } };
        },
      });
      const transaction = local.build(wallet.publicKey, [
        transferSol(wallet.publicKey, receiver.publicKey, coin),
      ]);
      const fee = await adapter.estimateFee(account, transaction);
      const terms = { kind: 'expiry' } as const;
      const unsigned = await adapter.prepare({ account, terms, transaction, fee });
      const { witnesses } = await adapter.simulate({
        unsigned,
        ...{ accounts: [receiver.publicKey.toBase58()], tokens: [], inspect: [] },
      });
      expect(witnesses?.contradiction?.map(({ host }) => host)).toEqual([
        'node-0.test',
        'node-1.test',
      ]);
    });

    it('count with the lower priority fee', async () => {
      const priceOf = async (price: number) => {
        const adapter = lying(liar, {
          getRecentPrioritizationFees: () => [{ slot: 1, prioritizationFee: price }],
        });
        const transaction = local.build(wallet.publicKey, [
          transferSol(wallet.publicKey, wallet.publicKey, 1n),
        ]);
        const fee = await adapter.estimateFee(account, transaction);
        return fee.family === 'solana' ? fee.computeUnitPrice : undefined;
      };
      const honest = await priceOf(0);
      expect(await priceOf(50_000_000)).toBe(honest);
    });

    it('count with the priority fee of the other if it lists none', async () => {
      const listing = (fees: object[]): typeof fetch =>
        lyingFetch({ getRecentPrioritizationFees: () => fees });
      const paid = [{ slot: 1, prioritizationFee: 70_000 }];
      const adapter = local.adapter({
        hosts: 2,
        fetchOf: (host) => listing(host === liar ? [] : paid),
      });
      const transaction = local.build(wallet.publicKey, [
        transferSol(wallet.publicKey, wallet.publicKey, 1n),
      ]);
      expect(await adapter.estimateFee(account, transaction)).toMatchObject({
        computeUnitPrice: 70_000n,
      });
    });
  });
});
