import { Address, beginCell, internal } from '@ton/core';
import { bytesToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { tonNativeToken } from '../../src/families/ton/formats/chain.ts';
import { asAsked, type TonHand, type TonOwner, tonHand } from '../sandbox/ton-hand.ts';
import { runChainsOf } from './families/run-chains.ts';
import { awaitPools } from './pools.ts';
import { readChains } from './read-chains.ts';

const receiver = '0x000000000000000000000000000000000000beef';

describe('what is read from TON', () => {
  let sandbox: Sandbox;
  let hand: TonHand;
  const owners: TonOwner[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({
      finalityDepth: 4,
      routerConfirmations: 4,
      otherChains: ['TON'],
    });
    hand = tonHand(sandbox.endpoints);
    for (const version of ['v4', 'v5'] as const)
      owners.push(await hand.walletWith({ TON: '50', USDT: '100' }, version));
  });
  afterAll(() => sandbox?.close());

  const walletOf = (owner: TonOwner, version: 'v4r2' | 'v5r1') => ({
    name: `of ${version}`,
    family: 'ton' as const,
    address: owner.wallet.address.toRawString(),
    secret: bytesToHex(owner.keys.secretKey.subarray(0, 32)),
    version,
  });
  const walletsOf = () => [walletOf(owners[0]!, 'v4r2'), walletOf(owners[1]!, 'v5r1')];
  const prepare = (fromToken: string, provider: string | undefined, owner: TonOwner) =>
    hand.prepare(
      {
        from: 'TON',
        fromToken,
        ...(provider === undefined
          ? {
              to: 'TON' as const,
              toToken: fromToken === 'TON' ? 'USDT' : 'TON',
              receiver: hand.somebody().address,
            }
          : { to: 'POLYGON' as const, toToken: 'USDC', receiver }),
        amount: '2',
        ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
      },
      owner,
    );

  it('is each message of a wallet’s for itself, with what it gave, where it was taken; and what came back', async () => {
    const [owner] = owners;
    const usdt = hand.tokenOn('TON', 'USDT');
    const answers = [
      await prepare('TON', 'across', owner!),
      await prepare('USDT', 'symbiosis', owner!),
      await prepare('TON', undefined, owner!),
      await prepare('USDT', undefined, owner!),
    ];
    const messages = answers.flatMap(({ transaction }) => transaction.tonMessages.map(asAsked));
    const txId = await hand.send(owner!, messages);
    await hand.settled(txId, 'REVERTED', answers[1]!.quoteId);
    expect(await awaitPools(sandbox.endpoints, walletsOf())).toEqual([]);

    const { outgoing, incoming, approvals } = await readChains(sandbox.endpoints, walletsOf(), []);
    const sent = outgoing.filter(({ chain }) => chain === 'TON');
    const place = { chain: 'TON', wallet: 'of v4r2', txId, succeeded: true };
    const coins = [{ token: tonNativeToken, amount: 2_000_000_000n }];
    const jettons = [{ token: usdt, amount: 2_000_000n }];
    expect(sent).toMatchObject([
      { ...place, paid: coins, deposits: [answers[0]!.uniqueInfo.acrossId] },
      { ...place, paid: jettons, deposits: [expect.stringMatching(/^0x/)] },
      { ...place, paid: coins, deposits: [] },
      { ...place, paid: jettons, deposits: [] },
    ]);
    expect(approvals).toEqual([]);
    expect(incoming).toContainEqual(
      expect.objectContaining({ chain: 'TON', wallet: 'of v4r2', token: usdt, amount: 1_998_000n }),
    );
  });

  it('is what came to nothing as well: refused by a pool, or by whoever has too few jettons', async () => {
    const [, owner] = owners;
    const { transaction } = await prepare('USDT', 'across', owner!);
    const [asked] = transaction.tonMessages.map(asAsked);
    const pool = Address.parse(hand.chain.pools[1]!);
    const tooMuch = beginCell()
      .storeUint(0x73776170, 32)
      .storeUint(0, 64)
      .storeCoins(1_000_000_000n);
    tooMuch
      .storeCoins(10n ** 12n)
      .storeAddress(owner!.wallet.address)
      .storeUint(2 ** 40, 64);
    const all = Array.from({ length: 60 }, () => asked!);
    const txId = await hand.send(owner!, [
      internal({ to: pool, value: 1_100_000_000n, body: tooMuch.endCell() }),
      ...all,
    ]);
    expect(await awaitPools(sandbox.endpoints, walletsOf())).toEqual([]);
    const { outgoing } = await readChains(sandbox.endpoints, walletsOf(), []);
    const [swap, ...paid] = outgoing.filter((one) => one.txId === txId);
    expect(swap).toMatchObject({
      wallet: 'of v5r1',
      succeeded: false,
      paid: [{ amount: 1_000_000_000n }],
    });
    // Of a hundred USDT two go fifty times.
    expect(paid.map(({ succeeded }) => succeeded)).toEqual([
      ...Array(50).fill(true),
      ...Array(10).fill(false),
    ]);
  });

  it('is what somebody else sends from a wallet of either version, by its own key', async () => {
    const chain = runChainsOf(sandbox.endpoints).find(({ name }) => name === 'TON');
    const [one, other] = walletsOf();
    const sent = [await chain!.sendFrom(one!), await chain!.sendFrom(other!)];
    expect(await awaitPools(sandbox.endpoints, walletsOf())).toEqual([]);
    const { outgoing } = await readChains(sandbox.endpoints, walletsOf(), []);
    for (const txId of sent) {
      expect(outgoing.filter((found) => found.txId === txId)).toMatchObject([
        { succeeded: true, paid: [{ token: tonNativeToken, amount: 1n }] },
      ]);
    }
  });
});
