import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFilter } from '../../sandbox/bitcoin/bitcoind/block-filter.ts';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { esploraClient, pay, segwitHand, taprootHand } from './bitcoin-by-hand.ts';

const closing = new AbortController();
let chain: RunningBitcoinChain;
beforeAll(async () => {
  chain = await startBitcoinChain({
    blockIntervalMs: 20,
    finalityDepth: 4,
    signal: closing.signal,
  });
});
afterAll(() => chain.close());

/** Posts a body as it is. */
async function post(body: unknown, user = 'sandbox:sandbox') {
  const response = await fetch(chain.esploraUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function ask(method: string, ...params: unknown[]) {
  const { status, text } = await post({ jsonrpc: '1.0', id: 'x', method, params });
  const { result, error } = JSON.parse(text);
  return { status, result, error };
}

const resultOf = async (method: string, ...params: unknown[]) =>
  (await ask(method, ...params)).result;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A payment that waits, with no blocks made meanwhile. */
async function waitingPayment() {
  const [from, to] = [segwitHand(), taprootHand()];
  await chain.blocks.setMining(true);
  await chain.treasury.fund(from.address, 100_000n);
  await chain.blocks.setMining(false);
  const [output] = await esploraClient(chain.esploraUrl).unspent(from.address);
  const transfer = pay({
    from,
    outputs: [output!],
    to: [
      { address: to.address, value: 40_000 },
      { address: from.address, value: 59_500 },
    ],
  });
  expect(await resultOf('sendrawtransaction', transfer.toHex())).toBe(transfer.getId());
  return { from, to, output: output!, transfer, txid: transfer.getId() };
}

describe("the JSON-RPC of the sandbox's Bitcoin", () => {
  it('asks for user and password', async () => {
    const body = { id: 1, method: 'getblockcount', params: [] };
    expect(await post(body, 'sandbox:wrong')).toEqual({ status: 401, text: '' });
    expect((await post(body)).status).toBe(200);
    expect(chain.bitcoindUrl).toBe(chain.esploraUrl.replace('//', '//sandbox:sandbox@'));
  });

  it('gives refusals a status of their own, but for version 2.0 and batches', async () => {
    const question = { id: 7, method: 'getblockhash', params: [1_000_000] };
    const error = { code: -8, message: 'Block height out of range' };
    expect(await post(question)).toMatchObject({
      status: 500,
      text: `${JSON.stringify({ result: null, error, id: 7 })}\n`,
    });
    const version2 = await post({ ...question, jsonrpc: '2.0' });
    expect(version2.status).toBe(200);
    expect(JSON.parse(version2.text)).toEqual({ jsonrpc: '2.0', error, id: 7 });
    const batch = await post([question, { id: 8, method: 'getblockhash', params: [0] }]);
    expect(batch.status).toBe(200);
    expect(JSON.parse(batch.text)).toMatchObject([
      { error, id: 7 },
      { error: null, id: 8 },
    ]);
  });

  it.each<[string, unknown, number, number]>([
    ['no JSON', '{', 500, -32700],
    ['a number', 5, 400, -32600],
    ['no method', { id: 1 }, 400, -32600],
    ['an unknown method', { id: 1, method: 'getaddressutxos', params: [] }, 404, -32601],
    ['a number for a hash', { id: 1, method: 'getblockheader', params: [5] }, 500, -3],
    ['a short hash', { id: 1, method: 'getrawtransaction', params: ['ab'] }, 500, -8],
    ['a hash of no block', { id: 1, method: 'getblock', params: ['ab'.repeat(32)] }, 500, -5],
    [
      'a hash of no transaction',
      { id: 1, method: 'getrawtransaction', params: ['ab'.repeat(32)] },
      500,
      -5,
    ],
    [
      'what is not in the mempool',
      { id: 1, method: 'getmempooldescendants', params: ['ab'.repeat(32)] },
      500,
      -5,
    ],
    ['no transaction', { id: 1, method: 'sendrawtransaction', params: ['00'] }, 500, -22],
    [
      'a scan from where nothing is',
      { id: 1, method: 'scanblocks', params: ['start', ['raw(51)'], 1e6] },
      500,
      -1,
    ],
    [
      'a scan for no descriptor',
      { id: 1, method: 'scantxoutset', params: ['start', ['wpkh(x)']] },
      500,
      -5,
    ],
    ['an estimate for no block', { id: 1, method: 'estimatesmartfee', params: [0] }, 500, -8],
  ])('refuses %s', async (_what, body, status, code) => {
    const refused = await post(body);
    expect(refused.status).toBe(status);
    expect(JSON.parse(refused.text).error.code).toBe(code);
  });

  it('writes amounts with eight decimals', async () => {
    const { txid } = await waitingPayment();
    const { text } = await post({ id: 1, method: 'getrawtransaction', params: [txid, 1] });
    expect(text).toContain('"value":0.00040000');
    expect((await post({ id: 1, method: 'getmempoolentry', params: [txid] })).text).toContain(
      '"base":0.00000500',
    );
  });

  it('tells a transaction by how much is asked for, and of the mempool never what is spent', async () => {
    const { from, to, output, transfer, txid } = await waitingPayment();
    expect(await resultOf('getrawtransaction', txid)).toBe(transfer.toHex());
    const waiting = await resultOf('getrawtransaction', txid, 2);
    expect(waiting).toMatchObject({ txid, hex: transfer.toHex(), vsize: transfer.virtualSize() });
    expect(waiting).not.toHaveProperty('fee');
    expect(waiting).not.toHaveProperty('blockhash');
    expect(waiting.vin[0]).toMatchObject({ txid: output.txid, vout: output.vout });
    expect(waiting.vin[0]).not.toHaveProperty('prevout');
    expect(waiting.vout[0].scriptPubKey).toEqual({
      asm: `1 ${hex(to.script).slice(4)}`,
      hex: hex(to.script),
      address: to.address,
      type: 'witness_v1_taproot',
    });

    await chain.blocks.mine(2);
    const included = await resultOf('getrawtransaction', txid, 2);
    expect(included).toMatchObject({ fee: 0.000005, confirmations: 2 });
    expect(included.vin[0].prevout).toMatchObject({
      value: 0.001,
      scriptPubKey: { hex: hex(from.script) },
    });
    const header = await resultOf('getblockheader', included.blockhash);
    expect(header).toMatchObject({ hash: included.blockhash, confirmations: 2, nTx: 2 });
    expect(await resultOf('getblockhash', header.height)).toBe(included.blockhash);
    expect(await resultOf('getblock', included.blockhash)).toMatchObject({
      height: header.height,
      tx: { 1: txid },
    });
    const [, inBlock] = (await resultOf('getblock', included.blockhash, 3)).tx;
    expect(inBlock).toMatchObject({ txid, fee: 0.000005, vin: [{ prevout: { value: 0.001 } }] });
  });

  it('tells what is spent in blocks and in the mempool', async () => {
    const { output, txid } = await waitingPayment();
    const outpoint = { txid: output.txid, vout: output.vout };
    expect(await resultOf('gettxout', output.txid, output.vout)).toBeNull();
    expect(await resultOf('gettxout', output.txid, output.vout, false)).toMatchObject({
      value: 0.001,
      coinbase: false,
    });
    expect(await resultOf('gettxspendingprevout', [outpoint])).toEqual([
      { ...outpoint, spendingtxid: txid },
    ]);
    expect(await resultOf('gettxout', txid, 0)).toMatchObject({ confirmations: 0 });
    await chain.blocks.mine(1);
    expect(await resultOf('gettxout', output.txid, output.vout, false)).toBeNull();
    expect(await resultOf('gettxspendingprevout', [outpoint])).toEqual([outpoint]);
  });

  it('finds blocks and coins by scripts', async () => {
    const { from, to, transfer, txid } = await waitingPayment();
    await chain.blocks.mine(2);
    const height = await resultOf('getblockcount');
    const scanned = await resultOf(
      'scanblocks',
      'start',
      [{ desc: `raw(${hex(from.script)})` }],
      height - 1,
    );
    const hash = await resultOf('getblockhash', height - 1);
    expect(scanned).toEqual({
      from_height: height - 1,
      to_height: height,
      relevant_blocks: [hash],
      completed: true,
    });
    expect(await resultOf('scanblocks', 'status')).toBeNull();
    const coins = await resultOf('scantxoutset', 'start', [
      `addr(${from.address})`,
      `addr(${to.address})`,
    ]);
    expect(coins).toMatchObject({ success: true, height, total_amount: 0.000995 });
    expect(coins.unspents).toContainEqual(
      expect.objectContaining({
        txid,
        vout: 1,
        amount: 0.000595,
        scriptPubKey: hex(transfer.outs[1]!.script),
      }),
    );
  });

  it('says nothing of blocks that it has no filters of yet, as bitcoind does', async () => {
    const { from } = await waitingPayment();
    await chain.blocks.mine(1);
    const tip = await resultOf('getbestblockhash');
    chain.setBitcoind({ blockFilters: 'building' });
    const scanned = await resultOf('scanblocks', 'start', [`addr(${from.address})`]);
    expect(scanned).toMatchObject({ relevant_blocks: [], completed: true });
    expect((await ask('getblockfilter', tip)).error.message).toContain(
      'still in the process of being indexed',
    );
    chain.setBitcoind({});
    expect((await resultOf('getblockfilter', tip)).filter).toMatch(/^[0-9a-f]+$/);
  });

  it('tells of a transaction whose block was replaced that it has no confirmations', async () => {
    const { txid } = await waitingPayment();
    await chain.blocks.mine(1);
    const hash = await resultOf('getbestblockhash');
    await chain.blocks.reorganize({ depth: 1, drop: true });
    expect(await resultOf('getrawtransaction', txid, 1)).toMatchObject({
      blockhash: hash,
      confirmations: 0,
    });
    expect(await resultOf('getblockheader', hash)).toMatchObject({ confirmations: -1 });
  });
});

describe('a block’s filter', () => {
  it('is the one of BIP 158 for the first block of the test network', () => {
    const hash = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943';
    const key = Buffer.from(hash, 'hex').reverse().subarray(0, 16);
    const script =
      '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac';
    expect(encodeFilter(key, [script])).toBe('019dfca8');
  });
});
