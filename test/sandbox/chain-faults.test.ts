import { type Hash, type Hex, keccak256 } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand, type TradeRequest } from './by-hand.ts';

const gwei = 10n ** 9n;

let sandbox: Sandbox;
let hand: Hand;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'], blockIntervalMs: 100, finalityDepth: 8 });
  hand = byHand(sandbox.endpoints);
});
afterAll(() => sandbox?.close());

interface Reorganized {
  fromBlock: number;
  removed: Hash[];
  returned: Hash[];
}

async function change<Body>(chain: EvmChainName, body: object): Promise<Body> {
  const answer = await hand.control(`/chains/${chain}`, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as Body;
}

async function fundedAccount(chain: EvmChainName): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await hand.fund(chain, hand.client(chain).chain.nativeCurrency.symbol, account.address, 1n);
  // Deep enough that no reorganization takes the money away.
  const funded = await hand.client(chain).getBlockNumber();
  await blockPast(chain, funded + 8n);
  return account;
}

async function blockPast(chain: EvmChainName, block: bigint): Promise<void> {
  const client = hand.client(chain);
  await waitFor(async () => expect(await client.getBlockNumber()).toBeGreaterThan(block));
}

async function send(
  chain: EvmChainName,
  account: PrivateKeyAccount,
  nonce: number,
  bid = 5n * gwei,
): Promise<Hash> {
  const client = hand.client(chain);
  const bytes = await account.signTransaction({
    type: 'eip1559',
    chainId: client.chain.id,
    nonce,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas: bid,
    maxPriorityFeePerGas: 1n,
  });
  await client.sendRawTransaction({ serializedTransaction: bytes });
  return keccak256(bytes);
}

const receiptOf = (chain: EvmChainName, hash: Hash) =>
  hand
    .client(chain)
    .getTransactionReceipt({ hash })
    .catch(() => undefined);
const included = (chain: EvmChainName, hash: Hash) =>
  waitFor(async () => {
    const receipt = await receiptOf(chain, hash);
    expect(receipt).toBeDefined();
    return receipt!;
  });

describe('a reorganization', () => {
  it('replaces blocks, and what was in them is included again, in its order and with what waited behind it', async () => {
    const account = await fundedAccount('ETH');
    const client = hand.client('ETH');
    await change('ETH', { mining: false });
    const first = await send('ETH', account, 0);
    await hand.engine('ETH').mine({ blocks: 2 });
    const before = await included('ETH', first);
    const second = await send('ETH', account, 1);
    const latest = await client.getBlock();
    const depth = Number(latest.number - before.blockNumber) + 1;

    const answer = await change<Reorganized>('ETH', { reorg: depth });

    expect(answer).toMatchObject({
      fromBlock: Number(before.blockNumber),
      removed: [first],
      returned: [first],
    });
    const after = await client.getBlock({ blockNumber: latest.number });
    expect(after.hash).not.toBe(latest.hash);
    expect(await receiptOf('ETH', first)).toBeUndefined();
    expect(await client.getTransaction({ hash: first })).toMatchObject({ blockNumber: null });
    await change('ETH', { mining: true });
    const again = await included('ETH', first);
    expect(again.blockHash).not.toBe(before.blockHash);
    expect((await included('ETH', second)).status).toBe('success');
  });

  it('leaves the clock of the chain where it was', async () => {
    await blockPast('ETH', 40n);
    for (let round = 0; round < 5; round++) {
      await change('ETH', { reorg: 7 });
      await blockPast('ETH', await hand.client('ETH').getBlockNumber());
    }
    const { timestamp } = await hand.client('ETH').getBlock();
    // Ahead of time, that is: a busy machine's newest block may be old.
    expect(Number(timestamp) - Date.now() / 1_000).toBeLessThan(3);
  });

  it('can lose what was in the blocks; what waited behind it is kept for when it is sent again', async () => {
    const account = await fundedAccount('POLYGON');
    const client = hand.client('POLYGON');
    await change('POLYGON', { mining: false });
    const first = await send('POLYGON', account, 0);
    await hand.engine('POLYGON').mine({ blocks: 2 });
    const { blockNumber } = await included('POLYGON', first);
    const second = await send('POLYGON', account, 1);
    const depth = Number((await client.getBlockNumber()) - blockNumber) + 1;

    const answer = await change<Reorganized>('POLYGON', { reorg: depth, drop: true });

    expect(answer).toMatchObject({ removed: [first], returned: [] });
    await change('POLYGON', { mining: true });
    await blockPast('POLYGON', (await client.getBlockNumber()) + 2n);
    await expect(client.getTransaction({ hash: first })).rejects.toThrow('could not be found');
    expect(await receiptOf('POLYGON', second)).toBeUndefined();
    await send('POLYGON', account, 0);
    await Promise.all([included('POLYGON', first), included('POLYGON', second)]);
  });

  it('takes back a payment, which is included again, accepted once and paid out once', async () => {
    const owner = hand.wallet();
    await hand.fund('ETH', 'ETH', owner.address, 1n);
    await hand.fund('ETH', 'USDC', owner.address, 100n);
    const trade = {
      from: 'ETH',
      fromToken: 'USDC',
      to: 'POLYGON',
      toToken: 'USDC',
      amount: '100',
      receiver: owner.address,
      extra: { preferredProvider: 'across' },
    } as const satisfies TradeRequest;
    const quoted = await hand.quote(trade, owner.address);
    await hand.approve(trade, owner, quoted.transaction.approvalAddress);
    const { transaction } = await hand.swap(trade, owner.address, quoted.id);
    await change('ETH', { mining: false });
    const engine = hand.engine('ETH');
    const paid = owner.send('ETH', transaction);
    await waitFor(async () => expect(await engine.getTxpoolStatus()).toMatchObject({ pending: 1 }));
    await engine.mine({ blocks: 1 });
    const { transactionHash } = await paid;

    const answer = await change<Reorganized>('ETH', { reorg: 1 });

    expect(answer).toMatchObject({ removed: [transactionHash], returned: [transactionHash] });
    await change('ETH', { mining: true });
    await waitFor(async () =>
      expect(await hand.status(transactionHash)).toMatchObject({ status: 'SUCCESS' }),
    );
    const { orders, unattributedDeposits } = await hand.orders();
    expect(orders.filter(({ sourceTx }) => sourceTx === transactionHash)).toMatchObject([
      { state: 'paid' },
    ]);
    expect(unattributedDeposits).toEqual([]);
    expect(await hand.balance('POLYGON', 'USDC', owner.address)).toBeGreaterThan(0n);
  });

  it.each([
    ['final blocks', { reorg: 8 }, /at most 7/],
    ['nothing', { reorg: 0 }, /reorg/],
    ['half of a block', { reorg: 1.5 }, /reorg/],
  ])('is refused of %s', async (_what, body, message) => {
    const before = await hand.client('ETH').getBlock({ blockTag: 'finalized' });
    const answer = await hand.control('/chains/ETH', body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(message) } });
    expect((await hand.client('ETH').getBlock({ blockNumber: before.number })).hash).toBe(
      before.hash,
    );
  });

  it.each(['ETH', 'TRON'] as const)(
    'leaves a contract that was put in the place of another on %s',
    async (chain) => {
      const { tokens, ...endpoints } = sandbox.endpoints.chains[chain] ?? { tokens: [] };
      const address = tokens[0]?.address ?? '';
      const codeOf = async (): Promise<string | undefined> => {
        if (!('fullNodeUrls' in endpoints))
          return hand.client('ETH').getCode({ address: address as Hex });
        const request = { method: 'POST', body: JSON.stringify({ value: address, visible: true }) };
        const answer = await fetch(`${endpoints.fullNodeUrls[0]}/wallet/getcontract`, request);
        return `0x${((await answer.json()) as { bytecode: string }).bytecode}`;
      };
      const code = await codeOf();
      const put = async (bytecode: string | undefined) => {
        expect(
          (await hand.control(`/chains/${chain}`, { code: { address, bytecode } })).status,
        ).toBe(200);
      };
      await put('0x60006000fd');
      await put(code);
      // The block that the chain goes back to was made before.
      expect((await hand.control(`/chains/${chain}`, { reorg: 2 })).status).toBe(200);
      expect(await codeOf()).toBe(code);
      await put('0x60006000fd');
      expect((await hand.control(`/chains/${chain}`, { reorg: 2 })).status).toBe(200);
      expect(await codeOf()).toBe('0x60006000fd');
      await put(code);
    },
  );

  it('is refused where it would reach the first blocks, in which the contracts are', async () => {
    const young = await startSandbox({
      otherChains: ['TRON'],
      blockIntervalMs: 5_000,
      finalityDepth: 32,
    });
    try {
      const answer = await byHand(young.endpoints).control('/chains/ETH', { reorg: 31 });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('first') },
      });
    } finally {
      await young.close();
    }
  });
});

describe('a stalled chain', () => {
  it('makes blocks with a base fee above all bids, and goes on where it was when it is let go', async () => {
    const account = await fundedAccount('ARBITRUM');
    const client = hand.client('ARBITRUM');
    await change('ARBITRUM', { mining: false });
    const hashes = [await send('ARBITRUM', account, 0), await send('ARBITRUM', account, 1)];
    await change('ARBITRUM', { stall: true });
    await change('ARBITRUM', { mining: true });
    await blockPast('ARBITRUM', (await client.getBlockNumber()) + 3n);

    expect((await client.getBlock()).baseFeePerGas).toBe(1_000n * gwei);
    // Between two blocks the pool is rearranged.
    const nextBaseFee = async () =>
      (await client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] })).baseFeePerGas[1];
    await waitFor(async () => expect(await nextBaseFee()).toBe(1_000n * gwei));
    await waitFor(async () => {
      const waiting = await Promise.all(hashes.map((hash) => client.getTransaction({ hash })));
      expect(waiting).toMatchObject([{ blockNumber: null }, { blockNumber: null }]);
    });

    await change('ARBITRUM', { stall: false });
    const receipts = await Promise.all(hashes.map((hash) => included('ARBITRUM', hash)));
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success']);
    expect((await client.getBlock()).baseFeePerGas).toBeLessThan(2n * gwei);
  });

  it('includes what bids enough, unless it waits behind something that does not', async () => {
    const [outbidding, outbid] = [await fundedAccount('ARBITRUM'), await fundedAccount('ARBITRUM')];
    await change('ARBITRUM', { mining: false });
    const cheap = [await send('ARBITRUM', outbidding, 0), await send('ARBITRUM', outbid, 0)];
    const behind = await send('ARBITRUM', outbid, 1, 50n * gwei);
    await change('ARBITRUM', { stall: true, baseFeePerGas: `${20n * gwei}` });
    await change('ARBITRUM', { mining: true });
    await blockPast('ARBITRUM', (await hand.client('ARBITRUM').getBlockNumber()) + 1n);

    const dear = await waitFor(() => send('ARBITRUM', outbidding, 0, 30n * gwei));
    expect(await included('ARBITRUM', dear)).toMatchObject({ effectiveGasPrice: 20n * gwei + 1n });
    expect(await receiptOf('ARBITRUM', behind)).toBeUndefined();

    await change('ARBITRUM', { stall: false });
    await Promise.all([included('ARBITRUM', cheap[1]!), included('ARBITRUM', behind)]);
    expect(await receiptOf('ARBITRUM', cheap[0]!)).toBeUndefined();
  });
});

describe('a chain that stands still', () => {
  it('makes no block, takes transactions, and includes them when it goes on', async () => {
    const account = await fundedAccount('POLYGON');
    await change('POLYGON', { mining: false });
    const before = await hand.client('POLYGON').getBlockNumber();
    const hash = await send('POLYGON', account, 0);
    await blockPast('ETH', (await hand.client('ETH').getBlockNumber()) + 3n);
    expect(await hand.client('POLYGON').getBlockNumber()).toBe(before);
    await change('POLYGON', { mining: true });
    expect((await included('POLYGON', hash)).blockNumber).toBe(before + 1n);
  });
});

describe('the control server', () => {
  const oneOf =
    'give exactly one of mining, stall, reorg, slotsBehind, code, failing, blocksBehind, evict';
  it.each([
    ['/chains/NEAR', { mining: false }, '"SOLANA"'],
    ['/chains/ETH', { mining: 'no' }, 'mining: Invalid input: expected boolean'],
    ['/chains/ETH', { stall: true, baseFeePerGas: '-1' }, 'has to be an integer above zero'],
    ['/chains/ETH', { stall: false, baseFeePerGas: '1' }, '"baseFeePerGas"'],
    ['/chains/ETH', { mining: true, baseFeePerGas: '1' }, '"baseFeePerGas"'],
    ['/chains/ETH', { stall: true, drop: true }, '"drop"'],
    ['/chains/ETH', { reorg: 0 }, 'reorg'],
    ['/chains/ETH', { code: { address: '0x00' } }, 'code.bytecode: has to be hex'],
    ['/chains/ETH', {}, oneOf],
    ['/chains/ETH', [], oneOf],
    ['/chains/ETH', { mining: true, reorg: 1 }, oneOf],
  ])('refuses %s with %o, and says why', async (path, body, why) => {
    expect(await hand.control(path, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(why) },
    });
  });
});
