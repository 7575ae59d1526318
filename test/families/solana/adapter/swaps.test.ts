import { randomUUID } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDeposit } from '../../../../sandbox/solana/build-deposit.ts';
import { buildPoolSwap } from '../../../../sandbox/solana/build-pool-swap.ts';
import { buildUnwrap, buildWrap } from '../../../../sandbox/solana/build-wrap.ts';
import { quotePoolSwap } from '../../../../sandbox/solana/liquidity-pool.ts';
import { SOL, type SolanaToken, USDC, WSOL } from '../../../../sandbox/solana/solana-catalogue.ts';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SolanaTransaction } from '../../../../src/families/solana/formats/transaction.ts';
import type { SignedTransaction, SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { Guard, Verdict } from '../../../../src/ports/guard.ts';
import { guardNaming } from '../../../support/guard-policy.ts';
import { aJob, anOrder, receiver as elsewhere } from '../../../support/snapshot.ts';
import { finalityDepth, type LocalChain, startLocalChain } from './local-chain.ts';

const native = SOL.address;
const rent = 2_039_280n;
const coin = 1_000_000_000n;
const allowed = {
  kind: 'allow',
  rules: expect.any(Array) as string[],
  policy: expect.stringMatching(/^sha256:/) as string,
  witnesses: ['node-0.test'],
};

describe('swaps of the sandbox, from the routing service’s bytes to the receipt', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let guard: Guard;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    guard = guardNaming('SOLANA', admitted());
  });
  afterAll(() => local.close());

  /** As the sandbox's own policy: makers sign too, and gateways know their orders by the memo. */
  function admitted() {
    const { pools, gateways } = local.sandbox;
    const makers = pools.map(({ maker }) => maker.publicKey.toBase58());
    const providers = [...gateways.values()].map((gateway) => ({
      address: gateway.toBase58(),
      plain: true,
    }));
    return { destinations: [...makers, ...providers], cosigners: makers };
  }

  interface Swap {
    wallet: Keypair;
    data: string;
    from: SolanaToken;
    to: SolanaToken;
    amount: bigint;
    receiver?: string;
    minOut: bigint;
    /** Pays into a provider, and is paid out elsewhere. */
    crossChain?: true;
  }

  function jobOf({ wallet, from, to, amount, receiver, minOut, crossChain }: Swap): Job {
    const address = wallet.publicKey.toBase58();
    const asset = ({ address: token, decimals, symbol }: SolanaToken) =>
      ({ family: 'solana', chain: 'SOLANA', token, decimals, symbol }) as const;
    return aJob({
      wallet: { ...aJob().wallet, address },
      from: asset(from),
      to: crossChain
        ? { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' }
        : asset(to),
      amount,
      receiver: receiver ?? (crossChain ? elsewhere : address),
      bound: { kind: 'min_out', minOut },
      refundAddress: address,
    });
  }

  /** As the executor does it: build, play, judge, sign, send. */
  async function carryOut(swap: Swap): Promise<{
    simulation: SimulatedChanges;
    verdict: Verdict;
    signed: SignedTransaction;
  }> {
    const job = jobOf(swap);
    const account = job.wallet.address;
    const transaction: SolanaTransaction = { family: 'solana', data: swap.data };
    const fee = await adapter.estimateFee(account, transaction);
    const lease = { account, terms: { kind: 'expiry' } as const };
    const unsigned = await adapter.prepare({ ...lease, transaction, fee });
    expect(unsigned.fee).toEqual(fee);
    const assets = [job.from, job.to].filter(({ chain }) => chain === 'SOLANA');
    const simulation = await adapter.simulate({
      unsigned,
      accounts: swap.crossChain ? [] : [job.receiver],
      tokens: assets.map(({ token }) => token),
      inspect: [],
    });
    const whole = swap.amount / 10n ** BigInt(swap.from.decimals);
    const order = anOrder({
      quoteId: randomUUID(),
      minOut: swap.minOut,
      quotedMinOut: swap.minOut,
      expectedOut: swap.minOut,
      transaction,
      echo: {
        srcTokenBlockchain: job.from.chain,
        srcTokenAddress: job.from.token,
        srcTokenAmount: `${whole}`,
        dstTokenBlockchain: job.to.chain,
        dstTokenAddress: job.to.token,
        fromAddress: account,
        receiver: job.receiver,
      },
    });
    delete order.spender;
    const verdict = guard.judge({
      intent: { kind: 'swap', order },
      chain: adapter.chain,
      job,
      lease,
      unsigned,
      simulation,
      policy: defaultPolicy,
      authenticity: { kind: 'sealed', by: 'library' },
      feeSpent: 0n,
    });
    const signed = await adapter.sign(unsigned, local.keys, account);
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    local.mine();
    return { simulation, verdict, signed };
  }

  const deltaOf = (
    { balanceChanges }: SimulatedChanges,
    account: string,
    token: string,
  ): bigint | undefined =>
    balanceChanges.find((change) => change.account === account && change.token === token)?.delta;

  function quote(from: SolanaToken, to: SolanaToken, amountIn: bigint) {
    const found = quotePoolSwap(local.sandbox, from, to, amountIn);
    if (!found) throw new Error('no pool has these tokens');
    return found;
  }

  it.each(['legacy', 0] as const)(
    'pays a maker who has signed, in a transaction of version %s',
    async (version) => {
      const wallet = await local.newWallet([[SOL, 3n * coin]]);
      const receiver = Keypair.generate().publicKey.toBase58();
      const { pool, amountOut } = quote(SOL, USDC, coin);
      const payer = wallet.publicKey.toBase58();
      const data = buildPoolSwap(local.sandbox, {
        pool,
        from: SOL,
        to: USDC,
        payer,
        receiver,
        amountIn: coin,
        amountOut,
        version,
      });
      expect(adapter.valueOf({ family: 'solana', data }, '')).toBe(coin + rent);
      const swap: Swap = {
        wallet,
        data,
        from: SOL,
        to: USDC,
        amount: coin,
        receiver,
        minOut: amountOut,
      };
      const { simulation, verdict, signed } = await carryOut(swap);
      expect(verdict).toEqual(allowed);
      expect(deltaOf(simulation, payer, native)).toBe(-coin - rent);
      expect(deltaOf(simulation, receiver, USDC.address)).toBe(amountOut);
      const [received] = await adapter.receivedIn(signed.txId, receiver, USDC.address);
      expect(received).toMatchObject({ amount: amountOut });
      expect(await adapter.tokensReceivedIn(signed.txId, receiver)).toEqual([USDC.address]);
    },
  );

  it('brings native coins to the wallet itself, the fee left out', async () => {
    const amount = 100_000_000n;
    const wallet = await local.newWallet([
      [SOL, coin],
      [USDC, amount],
    ]);
    const payer = wallet.publicKey.toBase58();
    const { pool, amountOut } = quote(USDC, SOL, amount);
    const data = buildPoolSwap(local.sandbox, {
      pool,
      from: USDC,
      to: SOL,
      payer,
      receiver: payer,
      amountIn: amount,
      amountOut,
      version: 0,
    });
    const swap: Swap = { wallet, data, from: USDC, to: SOL, amount, minOut: amountOut };
    const { simulation, verdict, signed } = await carryOut(swap);
    expect(verdict).toEqual(allowed);
    expect(deltaOf(simulation, payer, native)).toBe(amountOut);
    expect(await adapter.receivedIn(signed.txId, payer, native)).toMatchObject([
      { amount: amountOut, index: -1 },
    ]);
  });

  it('wraps and unwraps, and counts the rent of the wallet’s own accounts as its own', async () => {
    const wallet = await local.newWallet([[SOL, 5n * coin]]);
    const owner = wallet.publicKey.toBase58();
    const wrap = buildWrap(local.sandbox, { owner, amount: 2n * coin });
    const wrapped = await carryOut({
      wallet,
      data: wrap,
      from: SOL,
      to: WSOL,
      amount: 2n * coin,
      minOut: 2n * coin,
    });
    expect(wrapped.verdict).toEqual(allowed);
    expect(deltaOf(wrapped.simulation, owner, native)).toBe(-2n * coin);
    expect(await adapter.receivedIn(wrapped.signed.txId, owner, WSOL.address)).toMatchObject([
      { amount: 2n * coin },
    ]);
    local.mine(finalityDepth);

    const unwrap = await buildUnwrap(local.sandbox, { owner, amount: coin });
    const unwrapped = await carryOut({
      wallet,
      data: unwrap,
      from: WSOL,
      to: SOL,
      amount: coin,
      minOut: coin,
    });
    expect(unwrapped.verdict).toEqual(allowed);
    expect(deltaOf(unwrapped.simulation, owner, native)).toBe(coin);
    expect(await adapter.receivedIn(unwrapped.signed.txId, owner, native)).toMatchObject([
      { amount: coin },
    ]);
  });

  it.each([SOL, USDC])('pays into a provider: $symbol', async (token) => {
    const amount = 10n ** BigInt(token.decimals);
    const wallet = await local.newWallet([
      [SOL, 3n * coin],
      ...(token === SOL ? [] : ([[token, amount]] as const)),
    ]);
    const payer = wallet.publicKey.toBase58();
    const gateway = local.sandbox.gateways.get('across');
    if (!gateway) throw new Error('no gateway');
    const data = buildDeposit(local.sandbox, {
      gateway,
      token,
      payer,
      amount,
      orderId: `o-${randomUUID()}`,
    });
    const { verdict, simulation } = await carryOut({
      wallet,
      data,
      from: token,
      to: SOL,
      amount,
      minOut: 1n,
      crossChain: true,
    });
    expect(verdict).toEqual(allowed);
    expect(deltaOf(simulation, payer, token.address)).toBe(-amount);
  });
});
