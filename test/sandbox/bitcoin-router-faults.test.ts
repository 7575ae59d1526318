import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { pay, segwitHand, type Hand as Wallet } from './bitcoin-by-hand.ts';
import { type BitcoinHand, bitcoinHand, readPsbt, signedBy } from './bitcoin-hand.ts';
import { byHand, type Hand, type SwapAnswer } from './by-hand.ts';
import { served, type Trade } from './service-by-hand.ts';

let sandbox: Sandbox;
let hand: BitcoinHand;
let evm: Hand;
let evmOwner: ReturnType<Hand['wallet']>;
let wallet: Wallet;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['BITCOIN'],
    blockIntervalMs: 100,
    finalityDepth: 16,
  });
  hand = bitcoinHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  wallet = segwitHand();
  [evmOwner] = await Promise.all([evm.walletWith({ ETH: 10n }), hand.fund(wallet, '1')]);
});
afterAll(() => sandbox?.close());

const toPolygon: Trade = {
  from: 'BITCOIN',
  fromToken: 'BTC',
  to: 'POLYGON',
  toToken: 'USDC',
  amount: '0.01',
  receiver: '0x00000000000000000000000000000000000000A1',
};

const change = async <Told>(body: object, chain = 'BITCOIN'): Promise<Told> =>
  served(await hand.control(`/chains/${chain}`, body));
const refusal = async (body: object, chain = 'BITCOIN') =>
  (await hand.control(`/chains/${chain}`, body)).body;
const height = async () => BigInt((await hand.node.get('/blocks/tip/height')).text);
const blocksLater = async (blocks: bigint): Promise<void> => {
  const until = (await height()) + blocks;
  await waitFor(async () => expect(await height()).toBeGreaterThanOrEqual(until));
};
const isConfirmed = async (txid: string) =>
  ((await hand.node.json(`/tx/${txid}/status`)) as { confirmed: boolean }).confirmed;

/** Pays an order to Bitcoin in. @returns the hash on ETH */
async function orderFor(receiver: string): Promise<string> {
  const wanted = {
    ...toPolygon,
    from: 'ETH',
    fromToken: 'ETH',
    to: 'BITCOIN',
    toToken: 'BTC',
    receiver,
  } as const;
  const body = {
    ...hand.tradeBody(wanted, evmOwner.address),
    preferredProvider: 'across',
    enableChecks: false,
  };
  const { transaction } = served<SwapAnswer>(await hand.router('/api/routes/swapBest', body));
  return (await evmOwner.send('ETH', transaction)).transactionHash;
}

/**
 * A payout in a block that can still be replaced, and no further block: where it was final before
 * they stopped, another one.
 */
async function replaceablePayout(receiver: string) {
  for (;;) {
    const payout = String(await hand.settled(await orderFor(receiver)));
    await change({ mining: false });
    const { block_height } = (await hand.node.json(`/tx/${payout}/status`)) as {
      block_height: number;
    };
    const depth = Number(await height()) - block_height + 1;
    if (depth < sandbox.endpoints.finalityDepth) return { payout, block_height, depth };
    await change({ mining: true });
  }
}

describe('what can be made go wrong on Bitcoin', () => {
  it('keeps out what bids too little, by satoshis for each 1,000 virtual bytes, and lets the market follow', async () => {
    const bought = async () => {
      const { transaction } = await hand.prepare(toPolygon, wallet);
      const signed = signedBy(wallet, transaction);
      const { data, txOutputs } = readPsbt(transaction.psbt);
      const brought = data.inputs.reduce((sum, { witnessUtxo }) => sum + witnessUtxo!.value, 0n);
      const fee = Number(brought - txOutputs.reduce((sum, { value }) => sum + value, 0n));
      return { signed, feeRate: fee / signed.virtualSize() };
    };
    const { signed: cheap, feeRate } = await bought();
    expect(feeRate).toBeCloseTo(1.5, 1);
    expect(await change({ stall: true, feeRate: '20000' })).toMatchObject({
      stall: true,
      feeRate: '20000',
    });
    expect((await bought()).feeRate).toBeCloseTo(30, 0);
    const { status, text: txid } = await hand.node.send(cheap.toHex());
    expect(status).toBe(200);
    await blocksLater(3n);
    expect(await isConfirmed(txid)).toBe(false);
    expect(await hand.node.json('/fee-estimates')).toMatchObject({ 1: 30 });
    await change({ stall: false });
    await waitFor(async () => expect(await isConfirmed(txid)).toBe(true));
    await hand.settled(txid);
  });

  it('keeps the sandbox’s own payouts out too, where it is not told what has to be bid', async () => {
    const receiver = segwitHand();
    await change({ stall: true });
    const source = await orderFor(receiver.address);
    await waitFor(async () => expect(await hand.node.unspent(receiver.address)).toHaveLength(1));
    await blocksLater(3n);
    expect(await hand.node.unspent(receiver.address)).toMatchObject([
      { status: { confirmed: false } },
    ]);
    expect(await hand.status(source)).toMatchObject({ status: 'PENDING' });
    await change({ stall: false });
    await hand.settled(source);
    expect(await hand.node.unspent(receiver.address)).toMatchObject([
      { status: { confirmed: true } },
    ]);
  });

  it('takes payouts back with their blocks, and the same transactions come again', async () => {
    const receiver = segwitHand();
    const { payout, block_height, depth } = await replaceablePayout(receiver.address);
    const output = (await hand.node.unspent(receiver.address)).find(({ txid }) => txid === payout);
    const told = await change<{ removed: string[]; returned: string[] }>({
      reorg: depth,
      drop: true,
    });
    expect(told).toMatchObject({
      fromBlock: block_height,
      removed: expect.arrayContaining([payout]),
      returned: [],
    });
    expect(await isConfirmed(payout)).toBe(false);
    await change({ mining: true });
    await waitFor(async () => expect(await isConfirmed(payout)).toBe(true));
    await blocksLater(16n);
    const again = (await hand.node.unspent(receiver.address)).filter(
      ({ value }) => value === output!.value,
    );
    expect(again).toMatchObject([{ txid: payout }]);
  });

  it('makes the mempool forget, and a node miss blocks', async () => {
    await change({ mining: false });
    const outputs = await hand.node.unspent(wallet.address);
    const value = outputs.reduce((sum, one) => sum + one.value, 0);
    const payment = pay({
      from: wallet,
      outputs,
      to: [{ address: wallet.address, value: value - 1_000 }],
    });
    const txid = payment.getId();
    expect(await hand.node.send(payment.toHex())).toMatchObject({ status: 200 });
    expect(await change({ evict: txid })).toMatchObject({ evict: txid, evicted: [txid] });
    expect((await hand.node.get(`/tx/${txid}`)).status).toBe(404);
    const newest = await height();
    await change({ blocksBehind: 2 });
    expect(await height()).toBe(newest - 2n);
    await change({ blocksBehind: 0 });
    expect(await height()).toBe(newest);
    await change({ mining: true });
  });

  it('refuses what Bitcoin does not have, and what it alone has elsewhere', async () => {
    const error = (text: string) => ({ error: expect.stringContaining(text) });
    expect(await refusal({ stall: true, baseFeePerGas: '1' })).toMatchObject(error('no base fee'));
    expect(await refusal({ stall: true, computeUnitPrice: '1' })).toMatchObject(
      error('no compute units'),
    );
    expect(await refusal({ slotsBehind: 1 })).toMatchObject(error('no slots'));
    expect(await refusal({ failing: 'ab' })).toMatchObject(error('cannot fail'));
    const code = { address: wallet.address, bytecode: '0x00' };
    expect(await refusal({ code })).toMatchObject(error('no contracts'));
    expect(await refusal({ reorg: 16 })).toMatchObject(error('final'));
    const dust = {
      chain: 'BITCOIN',
      address: wallet.address,
      token: zeroAddress,
      amountBaseUnits: '545',
    };
    expect((await hand.control('/fund', dust)).body).toMatchObject(error('546'));
    for (const body of [{ evict: 'ab' }, { blocksBehind: 1 }, { stall: true, feeRate: '1' }]) {
      expect(await refusal(body, 'ETH')).toMatchObject(error('ETH'));
    }
  });
});
