import { Address, Cell, internal } from '@ton/core';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { served, type Trade } from './service-by-hand.ts';
import { type TonHand, type TonMessage, type TonOwner, tonHand } from './ton-hand.ts';

let sandbox: Sandbox;
let hand: TonHand;
let owner: TonOwner;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TON'],
    blockIntervalMs: 100,
    routerConfirmations: 3,
  });
  hand = tonHand(sandbox.endpoints);
  owner = await hand.walletWith({ TON: '1000', USDT: '10000' });
});
afterAll(() => sandbox?.close());

const RECEIVER = '0x00000000000000000000000000000000000000A1';

const toPolygon = (fromToken: string, provider?: string): Trade => ({
  from: 'TON',
  fromToken,
  to: 'POLYGON',
  toToken: 'USDC',
  amount: '2',
  receiver: RECEIVER,
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

const quote = async (changes: object, trade = toPolygon('USDT')) =>
  (
    await hand.router('/api/routes/quoteBest', {
      ...hand.tradeBody(trade, owner.address),
      ...changes,
    })
  ).body;

const onlyMessage = async (trade: Trade): Promise<TonMessage> => {
  const { transaction } = await hand.prepare(trade, owner);
  expect(Object.keys(transaction)).toEqual(['tonMessages']);
  expect(transaction.tonMessages).toHaveLength(1);
  return transaction.tonMessages[0]!;
};

describe('the endpoints of TON', () => {
  it('say by what the chain is told from others, and where jettons are made', async () => {
    const { genesis, networkId, nativeToken, tokens, rpcUrls } = hand.chain;
    const { result } = (await (await fetch(`${rpcUrls[0]}/getMasterchainInfo`)).json()) as {
      result: { init: { root_hash: string } };
    };
    expect(result.init.root_hash).toBe(genesis);
    expect(networkId).toBeLessThan(-3);
    expect(nativeToken).toEqual({ symbol: 'TON', decimals: 9 });
    expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['USDC', 6],
      ['USDT', 6],
    ]);
    for (const { address } of tokens)
      expect(Address.parseFriendly(address).isBounceable).toBe(true);
  });
});

describe('the router on TON', () => {
  it('sells coins by one message to the gateway, which bounces and names whom the money is for', async () => {
    const { address, amount, payload } = await onlyMessage(toPolygon('TON', 'across'));
    expect(Address.parseFriendly(address)).toMatchObject({ isBounceable: true, isTestOnly: false });
    expect(amount).toBe('2000000000');
    expect(saidIn(Cell.fromBase64(payload!))).toMatchObject({
      chainId: 7_700_002n,
      receiver: `0x${RECEIVER.slice(2).toLowerCase().padStart(64, '0')}`,
    });
  });

  it("sells jettons by a transfer of the payer's own jetton wallet, with the order as its payload", async () => {
    const { address, amount, payload } = await onlyMessage(toPolygon('USDT', 'across'));
    expect(address).toBe((await hand.jettonWallet('USDT', owner.address)).toString());
    const body = Cell.fromBase64(payload!).beginParse();
    expect(body.loadUint(32)).toBe(0x0f8a7ea5);
    body.skip(64);
    expect(body.loadCoins()).toBe(2_000_000n);
    expect(body.loadAddress().toString()).toBe(
      (await onlyMessage(toPolygon('TON', 'across'))).address,
    );
    expect(body.loadAddress().toString()).toBe(owner.wallet.address.toString());
    expect(body.loadMaybeRef()).toBeNull();
    expect(body.loadCoins()).toBeLessThan(BigInt(amount));
    expect(saidIn(body.loadMaybeRef()!)).toMatchObject({ chainId: 7_700_002n });
  });

  it('takes addresses in all their forms', async () => {
    const { address: bouncing, wallet } = owner;
    for (const fromAddress of [
      bouncing,
      wallet.address.toString(),
      wallet.address.toRawString(),
      wallet.address.toRawString().toUpperCase(),
      wallet.address.toString({ urlSafe: false }),
    ]) {
      expect(await quote({ fromAddress })).toHaveProperty('id');
    }
    const raw = Address.parse(hand.tokenOn('TON', 'USDT')).toRawString();
    expect(await quote({ srcTokenAddress: raw })).toMatchObject({
      tokens: { from: { address: hand.tokenOn('TON', 'USDT'), symbol: 'USDT', blockchain: 'TON' } },
    });
  });

  it.each<[string, number, () => object]>([
    ['an EVM wallet', 1006, () => ({ fromAddress: RECEIVER })],
    [
      'a wallet of test networks',
      1006,
      () => ({ fromAddress: owner.wallet.address.toString({ testOnly: true }) }),
    ],
    ['a wallet of the masterchain', 1006, () => ({ fromAddress: `-1:${'0'.repeat(63)}1` })],
    [
      'an address with a wrong checksum',
      1006,
      () => ({ fromAddress: `${owner.address.slice(0, -2)}AA` }),
    ],
    ['the native coin as a wallet', 1006, () => ({ fromAddress: zeroAddress })],
    ['a token that is no address', 1999, () => ({ srcTokenAddress: 'USDT' })],
    [
      'the same token twice',
      1002,
      () => ({
        dstTokenBlockchain: 'TON',
        dstTokenAddress: hand.tokenOn('TON', 'USDT'),
        receiver: owner.address,
      }),
    ],
  ])('refuses %s', async (_what, code, changes) => {
    expect(await quote(changes())).toMatchObject({ errors: [{ code }] });
  });

  it('has one who swaps coins for jettons and back, no jettons for others, and no wrapped coin', async () => {
    const listed = served<
      { name: string; type: string; id: number; providers: Record<string, string[]> }[]
    >(await hand.router('/api/info/chains'));
    const ton = listed.find(({ name }) => name === 'TON')!;
    expect(ton).toMatchObject({ type: 'TON', id: 7_700_006, providers: { onChain: ['STONFI'] } });
    expect(ton.providers.crossChain).toEqual(
      expect.arrayContaining(['across', 'relay', 'symbiosis', 'meson']),
    );
    const inside = {
      dstTokenBlockchain: 'TON',
      dstTokenAddress: zeroAddress,
      receiver: owner.address,
    };
    expect(await quote(inside)).toMatchObject({ providerType: 'STONFI', swapType: 'on-chain' });
    const jetton = { ...inside, dstTokenAddress: hand.tokenOn('TON', 'USDC') };
    expect(await quote(jetton)).toMatchObject({ error: { code: 2001 } });
    for (const provider of ['celer_bridge', 'arbitrum']) {
      expect(await quote({}, toPolygon('USDT', provider))).toMatchObject({ error: { code: 2001 } });
    }
  });

  it('says what is missing with enableChecks: a balance, coins; an approval never is', async () => {
    const ask = async (wallet: TonOwner, amount: string) => {
      const body = { ...hand.tradeBody(toPolygon('USDT'), wallet.address), srcTokenAmount: amount };
      return (await hand.router('/api/routes/swapBest', { ...body, enableChecks: true })).body;
    };
    const poor = await hand.walletWith({ USDT: '5' });
    expect(await ask(poor, '6')).toMatchObject({
      error: { code: 3003, data: { tokenSymbol: 'USDT' } },
    });
    expect(await ask(poor, '5')).toMatchObject({
      error: { code: 3004, data: { tokenSymbol: 'TON' } },
    });
    await hand.fund('TON', poor.address, '1');
    expect(await ask(poor, '5')).toHaveProperty('transaction.tonMessages');
  });
});

const coins = (to: string, value: bigint) => internal({ to, value, bounce: false });

/** What a deposit tells the gateway, to the last bit. */
function saidIn(body: Cell) {
  const slice = body.beginParse();
  const operation = slice.loadUint(32);
  slice.skip(64);
  const word = (from: typeof slice) => `0x${from.loadUintBig(256).toString(16).padStart(64, '0')}`;
  const orderId = word(slice);
  const terms = slice.loadRef().beginParse();
  slice.endParse();
  const said = {
    operation,
    orderId,
    chainId: terms.loadUintBig(64),
    token: word(terms),
    receiver: word(terms),
  };
  const rest = { minimumOut: terms.loadCoins(), deadline: terms.loadUintBig(64) };
  terms.endParse();
  return { ...said, ...rest };
}

describe("the control server on TON's chain", () => {
  const seqno = async () => (await hand.client.getMasterchainInfo()).latestSeqno;

  it('stalls it: messages wait, whatever they pay', async () => {
    const to = hand.somebody().address;
    served(await hand.control('/chains/TON', { stall: true }));
    const sent = hand.send(owner, [coins(to, 1n)]);
    const before = await seqno();
    await waitFor(async () => expect(await seqno()).toBeGreaterThan(before + 3));
    expect(await hand.balance('TON', to)).toBe(0n);
    served(await hand.control('/chains/TON', { stall: false }));
    await sent;
    await waitFor(async () => expect(await hand.balance('TON', to)).toBe(1n));
  });

  it('switches blocks off and takes them back, and names messages by their hashes', async () => {
    const to = hand.somebody().address;
    // What was sent before is final.
    const before = await seqno();
    const { finalityDepth } = sandbox.endpoints;
    await waitFor(async () => expect(await seqno()).toBeGreaterThan(before + finalityDepth));
    const id = await hand.send(owner, [coins(to, 2n)]);
    served(await hand.control('/chains/TON', { mining: false }));
    const { removed, returned } = served<{ removed: string[]; returned: string[] }>(
      await hand.control('/chains/TON', { reorg: 3, drop: false }),
    );
    expect(returned).toEqual(removed);
    served(await hand.control('/chains/TON', { mining: true }));
    await waitFor(async () => expect(await hand.balance('TON', to)).toBe(2n));
    for (const one of removed) expect(one).toBe(id);
  });

  it('lets the node show the past', async () => {
    const before = await seqno();
    served(await hand.control('/chains/TON', { blocksBehind: 50 }));
    expect(await seqno()).toBeLessThan(before);
    served(await hand.control('/chains/TON', { blocksBehind: 0 }));
    expect(await seqno()).toBeGreaterThanOrEqual(before);
  });

  it.each<[string, object]>([
    ['TON', { stall: true, baseFeePerGas: '7' }],
    ['TON', { stall: true, computeUnitPrice: '7' }],
    ['TON', { slotsBehind: 7 }],
    ['TON', { failing: 'anything' }],
    ['TON', { code: { address: RECEIVER, bytecode: '0x00' } }],
    ['TON', { reorg: 4 }],
    ['ETH', { blocksBehind: 7 }],
  ])('refuses on %s what belongs to another family: %j', async (chain, change) => {
    expect((await hand.control(`/chains/${chain}`, change)).status).toBe(400);
  });
});
