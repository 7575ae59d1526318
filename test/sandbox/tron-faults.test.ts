import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { type TronHand, type TronWallet, tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: TronHand;
let owner: TronWallet;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'], blockIntervalMs: 200, finalityDepth: 8 });
  hand = tronByHand(sandbox.endpoints);
  owner = await hand.walletWith({ TRX: 10_000n, USDT: 1_000n });
  // So that no reorganization reaches what it was funded with.
  await blocksPast((await headNumber()) + sandbox.endpoints.finalityDepth);
});
afterAll(() => sandbox?.close());

interface Reorganization {
  readonly fromBlock: number;
  readonly removed: string[];
  readonly returned: string[];
}

const change = <Answer>(body: object) => hand.control<Answer>('/chains/TRON', body);
const headNumber = async () => (await hand.head()).block_header.raw_data.number;

async function blocksPast(number: number): Promise<void> {
  await waitFor(async () => expect(await headNumber()).toBeGreaterThan(number));
}

/**
 * A signed payment of one base unit of USDT that lives for so long, and refers to a block that
 * cannot be replaced, or can.
 */
async function payment(expiresInMs = 60_000, reference = 'walletsolidity/getnowblock') {
  const to = hand.wallet().address;
  const { timestamp } = (await hand.head()).block_header.raw_data;
  const { blockID } = await hand.node<{ blockID: string }>(reference);
  const { transaction } = await owner.web.transactionBuilder.triggerSmartContract(
    hand.token('USDT'),
    'transfer(address,uint256)',
    {
      feeLimit: 100_000_000,
      txLocal: true,
      blockHeader: {
        ref_block_bytes: blockID.slice(12, 16),
        ref_block_hash: blockID.slice(16, 32),
        expiration: timestamp + expiresInMs,
        timestamp,
      },
    },
    [
      { type: 'address', value: to },
      { type: 'uint256', value: 1 },
    ],
    owner.address,
  );
  return { to, signed: await owner.web.trx.sign(transaction), id: transaction.txID };
}

/**
 * A payment in a block that can still be replaced, with as many blocks as that takes, and no
 * further block made meanwhile: where blocks became solid before they could be stopped, another
 * payment is made.
 */
async function replaceable() {
  for (;;) {
    const made = await payment();
    await send(made);
    const info = await hand.included(made.id);
    await change({ mining: false });
    const depth = (await headNumber()) - info.blockNumber + 2;
    if (depth < sandbox.endpoints.finalityDepth) return { made, info, depth };
    await change({ mining: true });
  }
}

async function send({ signed }: { readonly signed: object }): Promise<void> {
  expect(await hand.broadcast(signed)).toMatchObject({ result: true });
}

describe('a reorganization of TRON', () => {
  it('replaces blocks, and what was in them is included again under the same id', async () => {
    const { made, info: first, depth } = await replaceable();
    const { blockID: replaced } = await hand.node<{ blockID: string }>('wallet/getblockbynum', {
      num: first.blockNumber,
    });
    const { removed, returned, fromBlock } = await change<Reorganization>({ reorg: depth });
    await change({ mining: true });
    expect(fromBlock).toBeLessThanOrEqual(first.blockNumber);
    expect(removed).toContain(made.id);
    expect(returned).toEqual(removed);
    const second = await waitFor(async () => {
      const info = await hand.infoOf(made.id);
      expect(info?.blockNumber).toBeGreaterThan(first.blockNumber);
      return info!;
    });
    expect(second.receipt.result).toBe('SUCCESS');
    const now = await hand.node<{ blockID: string; transactions?: object[] }>(
      'wallet/getblockbynum',
      {
        num: first.blockNumber,
      },
    );
    expect(now.blockID).not.toBe(replaced);
    expect(now.transactions).toBeUndefined();
    expect(await hand.node('wallet/getblockbyid', { value: replaced })).toEqual({});
    expect(await hand.balance('USDT', made.to)).toBe(1n);
  });

  it('can lose what was in the blocks; it may be sent again until it expires', async () => {
    const { made, depth } = await replaceable();
    const { removed, returned } = await change<Reorganization>({ reorg: depth, drop: true });
    await change({ mining: true });
    expect(removed).toContain(made.id);
    expect(returned).toEqual([]);
    await blocksPast(await headNumber());
    expect(await hand.infoOf(made.id)).toBeUndefined();
    expect(await hand.balance('USDT', made.to)).toBe(0n);
    await send(made);
    await hand.included(made.id);
    expect(await hand.balance('USDT', made.to)).toBe(1n);
  });

  it('ends for good what referred to a replaced block', async () => {
    await blocksPast(await headNumber());
    await change({ mining: false });
    const made = await payment(60_000, 'wallet/getnowblock');
    await change({ reorg: 4 });
    await change({ mining: true });
    const { code } = await hand.broadcast(made.signed);
    expect(code).toBe('TAPOS_ERROR');
  });

  it('does not reach solid blocks', async () => {
    expect(await change({ reorg: 8 })).toMatchObject({
      error: expect.stringContaining('at most 7'),
    });
  });

  it('does not change what is solid', async () => {
    const made = await payment();
    await send(made);
    const info = await hand.included(made.id, 'walletsolidity');
    await change({ reorg: 7 });
    expect(await hand.infoOf(made.id)).toEqual(info);
  });

  it('leaves the sandbox’s own money where it was sent', async () => {
    const { address } = hand.wallet();
    await hand.fund('USDT', address, 5n);
    await change({ reorg: 5, drop: true });
    await waitFor(async () => expect(await hand.balance('USDT', address)).toBe(5_000_000n));
  });
});

describe('a stalled TRON', () => {
  it('makes blocks without transactions, and includes what waited when it is let go', async () => {
    await change({ stall: true });
    const made = await payment();
    await send(made);
    await blocksPast((await headNumber()) + 3);
    expect(await hand.infoOf(made.id)).toBeUndefined();
    expect(await hand.node('wallet/gettransactionfrompending', { value: made.id })).toMatchObject({
      txID: made.id,
    });
    await change({ stall: false });
    await hand.included(made.id);
  });

  it('never includes what has expired meanwhile', async () => {
    await change({ stall: true });
    // It is taken while it is in time.
    await change({ mining: false });
    const made = await payment(700);
    await send(made);
    await change({ mining: true });
    await waitFor(async () =>
      expect(await hand.node('wallet/gettransactionfrompending', { value: made.id })).toEqual({}),
    );
    await change({ stall: false });
    await blocksPast((await headNumber()) + 2);
    expect(await hand.infoOf(made.id)).toBeUndefined();
    expect((await hand.broadcast(made.signed)).code).toBe('TRANSACTION_EXPIRATION_ERROR');
  });

  it('has no base fee to be raised', async () => {
    const answer = await change({ stall: true, baseFeePerGas: '1' });
    expect(answer).toEqual({ error: 'TRON has no base fee.' });
  });
});

describe('a TRON that stands still', () => {
  it('makes no block, neither solid nor not, and takes transactions for when it goes on', async () => {
    await change({ mining: false });
    const time = async (path: string) =>
      (await hand.node<Awaited<ReturnType<TronHand['head']>>>(path)).block_header.raw_data
        .timestamp;
    const times = () => Promise.all(['wallet/getnowblock', 'walletsolidity/getnowblock'].map(time));
    const before = await times();
    const made = await payment();
    await send(made);
    // As long as several blocks of another chain.
    const other = async () => Number((await fetchBlockNumber()).result);
    const since = await other();
    await waitFor(async () => expect(await other()).toBeGreaterThan(since + 3));
    expect(await times()).toEqual(before);
    expect(await hand.infoOf(made.id)).toBeUndefined();
    await change({ mining: true });
    await hand.included(made.id);
  });

  it('includes everything of one owner, though the fee limits together are more than he has', async () => {
    const poor = await hand.walletWith({ TRX: 100n, USDT: 10n });
    const to = hand.wallet().address;
    await change({ mining: false });
    const signed = await Promise.all(
      [1n, 2n, 3n].map((amount) =>
        hand.sign(poor, hand.transferOf('USDT', to, amount, 95_000_000)),
      ),
    );
    for (const one of signed) await send({ signed: one });
    await change({ mining: true });
    const infos = await Promise.all(signed.map(({ txID }) => hand.included(txID)));
    expect(infos.map(({ receipt }) => receipt.result)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(await hand.balance('USDT', to)).toBe(6n);
    const fees = infos.reduce((sum, { fee }) => sum + fee, 0);
    expect(await hand.balance('TRX', poor.address)).toBe(100_000_000n - BigInt(fees));
  });

  it('forgets what its owner cannot pay for any more', async () => {
    const poor = await hand.walletWith({ TRX: 20n });
    await change({ mining: false });
    const sends = await Promise.all(
      [1, 2].map(async (sun) => {
        const transaction = await poor.web.transactionBuilder.sendTrx(
          owner.address,
          12_000_000 + sun,
          poor.address,
        );
        return poor.web.trx.sign(transaction);
      }),
    );
    for (const signed of sends) await send({ signed });
    await change({ mining: true });
    await hand.included(sends[0]!.txID);
    await waitFor(async () =>
      expect(
        await hand.node('wallet/gettransactionfrompending', { value: sends[1]!.txID }),
      ).toEqual({}),
    );
    expect(await hand.infoOf(sends[1]!.txID)).toBeUndefined();
  });
});

async function fetchBlockNumber(): Promise<{ result: string }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(sandbox.endpoints.chains.ETH.rpcUrls[0]!, {
    method: 'POST',
    headers,
    body,
  });
  return (await response.json()) as { result: string };
}
