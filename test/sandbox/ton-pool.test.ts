import {
  Address,
  beginCell,
  Cell,
  internal,
  type MessageRelaxed,
  type Transaction,
} from '@ton/core';
import { JettonMaster, JettonWallet } from '@ton/ton';
import { bytesToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Token } from '../../sandbox/chains/token.ts';
import type { ProviderQuote } from '../../sandbox/providers/provider.ts';
import { stonfi } from '../../sandbox/providers/stonfi.ts';
import { fundAccount } from '../../sandbox/ton/fund-account.ts';
import { jettonWalletAddress, transferBody } from '../../sandbox/ton/jetton.ts';
import { POOLS } from '../../sandbox/ton/liquidity-pool.ts';
import { LISTED_TOKENS } from '../../sandbox/ton/listed-tokens.ts';
import { USDC, USDT } from '../../sandbox/ton/ton-catalogue.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  COIN,
  fundedUser,
  inSeconds,
  signedTransfer,
  somebody,
  startByHand,
  type TonSandbox,
  type User,
} from './ton-by-hand.ts';

const DOLLAR = 10n ** 6n;
/** In nanotons: what contracts/jetton-pool.fc asks for beside the amount. */
const COINS_FOR_SWAP = 50_000_000n;
/** In nanotons: more than a whole swap uses up. */
const MOST_GAS = 50_000_000n;
const SWAP = 0x73776170;
const EXCESSES = 0xd53276db;
const REFUSED = 0x6261636b;
const TOO_LATE = 80;
const TOO_LITTLE = 81;

const [COINS, OTHER_DOLLARS, DOLLARS] = LISTED_TOKENS as [Token, Token, Token];
const pool = POOLS.find(({ jetton }) => jetton === USDT)!;

let sandbox: TonSandbox;
let provider: ReturnType<typeof stonfi>;
beforeAll(async () => {
  sandbox = await startByHand();
  provider = stonfi(sandbox.chain);
});
afterAll(() => sandbox?.close());

const jettonsOf = async (owner: Address) => {
  const wallet = await sandbox.client
    .open(JettonMaster.create(USDT.minter))
    .getWalletAddress(owner);
  return sandbox.client.open(JettonWallet.create(wallet)).getBalance();
};
const coinsOf = (owner: Address) => sandbox.client.getBalance(owner);

async function reserves() {
  const { stack } = await sandbox.client.runMethod(pool.address, 'get_pool_data');
  return { coins: stack.readBigNumber(), jettons: stack.readBigNumber() };
}

/** What the pool has for its storage, beside its reserves. */
const spare = async () => (await coinsOf(pool.address)) - (await reserves()).coins;

async function lastOf(account: Address): Promise<Transaction> {
  const [last] = await sandbox.client.getTransactions(account, { limit: 1 });
  return last!;
}

/** What the pool itself paid for its last transaction: storage, and nothing else. */
async function storageFeeOfLast(account: Address): Promise<bigint> {
  const { description } = await lastOf(account);
  if (description.type !== 'generic') throw new Error('no ordinary transaction');
  return description.storagePhase?.storageFeesCollected ?? 0n;
}

async function exitCodeOfLast(account: Address): Promise<number | undefined> {
  const { description } = await lastOf(account);
  if (description.type !== 'generic' || description.computePhase.type !== 'vm')
    throw new Error('no compute phase');
  return description.computePhase.exitCode;
}

/** Sends, and waits until the chain has nothing more of it on its way. */
async function sendAndWait(user: User, message: MessageRelaxed): Promise<void> {
  const { client, chain } = sandbox;
  const wallet = client.open(user.wallet);
  const seqno = await wallet.getSeqno();
  await client.sendExternalMessage(user.wallet, signedTransfer(user, [message], { seqno }));
  await waitFor(async () => expect(await wallet.getSeqno()).toBe(seqno + 1));
  await waitFor(() => expect(chain.blockchain.head().inTransit).toEqual([]));
}

async function holder({ dollars = 0n, version = 'v4' as 'v4' | 'v5' } = {}): Promise<User> {
  const user = await fundedUser(sandbox, version, 100n * COIN);
  if (dollars > 0n)
    await fundAccount(sandbox.chain, user.wallet.address.toString(), USDT, dollars * DOLLAR);
  return user;
}

interface Swap {
  readonly from: Token;
  readonly to: Token;
  readonly amountIn: bigint;
  readonly user: User;
  readonly receiver?: Address;
  /** What must come out more than is quoted. */
  readonly more?: bigint;
  readonly deadline?: number;
}

async function quoted({
  from,
  to,
  amountIn,
}: Pick<Swap, 'from' | 'to' | 'amountIn'>): Promise<ProviderQuote> {
  const quote = await provider.quote({ from, to, amountIn });
  if (quote === undefined || 'refused' in quote) throw new Error('no quote');
  return quote;
}

/** Quotes, builds as the router answers, and sends that. */
async function swap({
  user,
  receiver = user.wallet.address,
  more = 0n,
  deadline = inSeconds(60),
  ...of
}: Swap) {
  const quote = await quoted(of);
  const parties = {
    sender: bytesToHex(user.wallet.address.hash),
    receiver: bytesToHex(receiver.hash),
  };
  const route = { ...of, ...parties };
  const minimumOut = quote.amountOut + more;
  const execution = {
    route,
    quote,
    quoteId: null,
    publicKey: null,
    minimumOut,
    deadline: BigInt(deadline),
  };
  const { transaction } = await provider.build(execution);
  const [message, ...others] = transaction.tonMessages as {
    address: string;
    amount: string;
    payload: string;
  }[];
  expect(others).toEqual([]);
  expect(Address.parseFriendly(message!.address)).toMatchObject({
    isBounceable: true,
    isTestOnly: false,
  });
  const to = Address.parse(message!.address);
  const body = Cell.fromBase64(message!.payload);
  await sendAndWait(user, internal({ to, value: BigInt(message!.amount), bounce: true, body }));
  return quote.amountOut;
}

const terms = (minimum: bigint, receiver: Address | null, deadline = inSeconds(60)) =>
  beginCell().storeCoins(minimum).storeAddress(receiver).storeUint(deadline, 64).asSlice();

const swapCoins = (value: bigint, amount: bigint, receiver: Address | null): MessageRelaxed => {
  const body = beginCell().storeUint(SWAP, 32).storeUint(7, 64).storeCoins(amount);
  return internal({
    to: pool.address,
    value,
    body: body.storeSlice(terms(0n, receiver)).endCell(),
  });
};

function jettonTransfer(
  user: User,
  forwardCoins: bigint,
  payload: Cell,
  jetton = USDT,
  value = COIN / 5n,
) {
  const { address } = user.wallet;
  const forward = { coins: forwardCoins, payload };
  const body = transferBody({ to: pool.address, amount: DOLLAR, response: address, forward });
  return internal({ to: jettonWalletAddress(jetton.minter, address), value, body });
}

const swapPayload = (minimum: bigint, receiver: Address | null): Cell =>
  beginCell().storeUint(SWAP, 32).storeSlice(terms(minimum, receiver)).endCell();

describe("pools on the sandbox's TON", () => {
  it('hold what they say, at the price of the catalogue, and coins for their storage', async () => {
    const { coins, jettons } = await reserves();
    const { stack } = await sandbox.client.runMethod(pool.address, 'get_pool_data');
    expect(stack.skip(2).readAddress().equals(USDT.minter)).toBe(true);
    expect(jettons * 1_000n).toBe(coins * 3n);
    expect(await jettonsOf(pool.address)).toBe(jettons);
    expect(await spare()).toBeGreaterThan(COIN);
    const { totalSupply } = await sandbox.client
      .open(JettonMaster.create(USDT.minter))
      .getJettonData();
    expect(totalSupply).toBeGreaterThanOrEqual(jettons);
  });

  it.each(['v4', 'v5'] as const)(
    'bring a wallet %s the quoted jettons for coins, to the base unit',
    async (version) => {
      const user = await holder({ version });
      const receiver = somebody().wallet.address;
      const [had, poolHad] = [await reserves(), await coinsOf(pool.address)];
      const amountOut = await swap({
        from: COINS,
        to: DOLLARS,
        amountIn: 10n * COIN,
        user,
        receiver,
      });
      expect(amountOut).toBeGreaterThan(29_900_000n);
      expect(amountOut).toBeLessThan(29_910_000n);
      expect(await jettonsOf(receiver)).toBe(amountOut);
      expect(await reserves()).toEqual({
        coins: had.coins + 10n * COIN,
        jettons: had.jettons - amountOut,
      });
      expect(await jettonsOf(pool.address)).toBe(had.jettons - amountOut);
      // Gas was paid out of the message, and its rest came back.
      const storage = await storageFeeOfLast(pool.address);
      expect(await coinsOf(pool.address)).toBe(poolHad + 10n * COIN - storage);
      expect(await coinsOf(user.wallet.address)).toBeGreaterThan(90n * COIN - MOST_GAS);
      expect((await lastOf(user.wallet.address)).inMessage!.body.beginParse().loadUint(32)).toBe(
        EXCESSES,
      );
    },
  );

  it('bring the quoted coins for jettons, to the base unit, also where there is no account yet', async () => {
    const user = await holder({ dollars: 30n });
    const receiver = somebody().wallet.address;
    const [had, poolHad] = [await reserves(), await coinsOf(pool.address)];
    const amountOut = await swap({
      from: DOLLARS,
      to: COINS,
      amountIn: 30n * DOLLAR,
      user,
      receiver,
    });
    expect(amountOut).toBeGreaterThan((99n * COIN) / 10n);
    expect(await coinsOf(receiver)).toBe(amountOut);
    expect(await jettonsOf(user.wallet.address)).toBe(0n);
    expect(await reserves()).toEqual({
      coins: had.coins - amountOut,
      jettons: had.jettons + 30n * DOLLAR,
    });
    const storage = await storageFeeOfLast(pool.address);
    expect(await coinsOf(pool.address)).toBe(poolHad - amountOut - storage);
    expect(await coinsOf(user.wallet.address)).toBeGreaterThan(100n * COIN - MOST_GAS);
  });

  it.each([
    ['would bring too little', { more: 1n }, TOO_LITTLE],
    ['come too late', { deadline: inSeconds(-1) }, TOO_LATE],
  ])('give back coins of swaps that %s', async (_, faulty, reason) => {
    const user = await holder();
    const { address } = user.wallet;
    const [had, hadSpare] = [await reserves(), await spare()];
    await swap({ from: COINS, to: DOLLARS, amountIn: 10n * COIN, user, ...faulty });
    const word = (await lastOf(address)).inMessage!.body.beginParse();
    expect([word.loadUint(32), word.loadUint(64), word.loadUint(16)]).toEqual([REFUSED, 0, reason]);
    expect(await reserves()).toEqual(had);
    expect(await spare()).toBe(hadSpare - (await storageFeeOfLast(pool.address)));
    expect(await coinsOf(address)).toBeGreaterThan(100n * COIN - MOST_GAS);
    expect(await jettonsOf(pool.address)).toBe(had.jettons);
  });

  it.each([
    ['would bring too little', { more: 1n }, TOO_LITTLE],
    ['come too late', { deadline: inSeconds(-1) }, TOO_LATE],
  ])('give back jettons of swaps that %s', async (_, faulty, reason) => {
    const user = await holder({ dollars: 30n });
    const { address } = user.wallet;
    const [had, hadSpare] = [await reserves(), await spare()];
    await swap({ from: DOLLARS, to: COINS, amountIn: 30n * DOLLAR, user, ...faulty });
    expect(await jettonsOf(address)).toBe(30n * DOLLAR);
    expect(await reserves()).toEqual(had);
    expect(await jettonsOf(pool.address)).toBe(had.jettons);
    expect(await spare()).toBe(hadSpare - (await storageFeeOfLast(pool.address)));
    expect(await coinsOf(address)).toBeGreaterThan(100n * COIN - 2n * MOST_GAS);
    const notices = (await sandbox.client.getTransactions(address, { limit: 5 })).map(
      ({ inMessage }) => inMessage!.body,
    );
    const notice = notices.find(
      (body) => body.bits.length > 32 && body.beginParse().loadUint(32) === 0x7362d09c,
    )!;
    const word = notice.beginParse().skip(32 + 64);
    expect(word.loadCoins()).toBe(30n * DOLLAR);
    expect(word.loadAddress().equals(pool.address)).toBe(true);
    expect([word.skip(1).loadUint(32), word.loadUint(16)]).toEqual([REFUSED, reason]);
  });

  it('give back what is not for them, or for nobody, or has not the coins for its gas', async () => {
    const user = await holder({ dollars: 2n });
    const { address } = user.wallet;
    const had = await reserves();
    const masterchain = new Address(-1, address.hash);
    const enough = COIN + COINS_FOR_SWAP;
    for (const [message, reason] of [
      [swapCoins(enough, COIN, masterchain), 333],
      [swapCoins(enough, COIN, null), 333],
      [swapCoins(enough - 1n, COIN, address), 48],
    ] as const) {
      await sendAndWait(user, message);
      const word = (await lastOf(address)).inMessage!.body.beginParse();
      expect([word.loadUint(32), word.loadUint(64), word.loadUint(16)]).toEqual([
        REFUSED,
        7,
        reason,
      ]);
    }
    for (const payload of [
      beginCell().endCell(),
      beginCell().storeUint(0, 32).endCell(),
      beginCell().storeUint(SWAP, 32).storeCoins(1n).endCell(),
      swapPayload(0n, null),
      swapPayload(0n, masterchain),
    ]) {
      await sendAndWait(user, jettonTransfer(user, COINS_FOR_SWAP, payload));
      expect(await jettonsOf(address)).toBe(2n * DOLLAR);
    }
    expect(await reserves()).toEqual(had);
    expect(await coinsOf(address)).toBeGreaterThan(100n * COIN - 8n * MOST_GAS);
  });

  it('swap with just the coins that they ask for', async () => {
    const user = await holder({ dollars: 2n });
    const [first, second] = [somebody().wallet.address, somebody().wallet.address];
    await sendAndWait(user, swapCoins(COIN + COINS_FOR_SWAP, COIN, first));
    expect(await jettonsOf(first)).toBeGreaterThan(2_900_000n);
    await sendAndWait(user, jettonTransfer(user, COINS_FOR_SWAP, swapPayload(0n, second)));
    expect(await coinsOf(second)).toBeGreaterThan(300_000_000n);
  });

  it('believe only their own jetton wallet', async () => {
    const user = await holder({ dollars: 1n });
    const { address } = user.wallet;
    await fundAccount(sandbox.chain, address.toString(), USDC, DOLLAR);
    const [had, hadSpare] = [await reserves(), await spare()];
    const payload = swapPayload(0n, address);
    await sendAndWait(user, jettonTransfer(user, COINS_FOR_SWAP, payload, USDC));
    expect(await exitCodeOfLast(pool.address)).toBe(74);
    const forged = beginCell()
      .storeUint(0x7362d09c, 32)
      .storeUint(0, 64)
      .storeCoins(1_000n * DOLLAR);
    const body = forged.storeAddress(address).storeBit(true).storeRef(payload).endCell();
    await sendAndWait(user, internal({ to: pool.address, value: COIN, body }));
    expect(await exitCodeOfLast(pool.address)).toBe(74);
    expect(await reserves()).toEqual(had);
    expect(await jettonsOf(pool.address)).toBe(had.jettons);
    expect(await spare()).toBeGreaterThanOrEqual(hadSpare);
    expect(await coinsOf(address)).toBeGreaterThan(99n * COIN);
  });

  it('earn with each swap, so that the product of their reserves grows', async () => {
    const user = await holder({ dollars: 100n });
    for (const [from, to, amountIn] of [
      [COINS, DOLLARS, 20n * COIN],
      [DOLLARS, COINS, 61n * DOLLAR],
      [COINS, DOLLARS, 1n],
      [DOLLARS, COINS, 1n],
      [COINS, DOLLARS, 5n * COIN + 1n],
    ] as const) {
      const before = await reserves();
      const quote = await provider.quote({ from, to, amountIn });
      if (quote === undefined) {
        await sendAndWait(
          user,
          swapCoins(amountIn + COINS_FOR_SWAP, amountIn, user.wallet.address),
        );
      } else await swap({ from, to, amountIn, user });
      const after = await reserves();
      expect(after.coins * after.jettons).toBeGreaterThan(before.coins * before.jettons);
    }
    expect(await jettonsOf(pool.address)).toBe((await reserves()).jettons);
    expect(await spare()).toBeGreaterThan(9n * COIN);
  });

  it('do not serve two jettons, nor a token for itself', async () => {
    const amountIn = COIN;
    expect(await provider.quote({ from: DOLLARS, to: OTHER_DOLLARS, amountIn })).toBeUndefined();
    expect(await provider.quote({ from: COINS, to: COINS, amountIn })).toBeUndefined();
  });
});
