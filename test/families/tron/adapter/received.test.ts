import { describe, expect, it } from 'vitest';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import { account, attacker, gateway, receiver, usdt } from '../guard/scenario.ts';
import {
  type Answers,
  adapterOf,
  blockAt,
  blockId,
  chain,
  hexOf,
  internalOf,
  latest,
  logOf,
  manyUnits,
  solidified,
  transferOf,
  wrappingOf,
} from './fake-node.ts';

const txId = 'ab'.repeat(32);
const other = 'TD3oYH1PtNmhYX2T387xGUu5hRNjF67EXM';

interface Included {
  blockNumber?: number;
  log?: object[];
  internal_transactions?: object[];
  result?: string;
  receipt?: object;
}

const infoOf = ({ blockNumber = 990, ...more }: Included = {}, id = txId) => ({
  id,
  blockNumber,
  fee: 1,
  contract_address: hexOf(gateway),
  receipt: { result: 'SUCCESS' },
  ...more,
});
const callOf = (sun = 0, id = txId) => ({
  txID: id,
  raw_data: {
    contract: [
      {
        type: 'TriggerSmartContract',
        parameter: {
          value: {
            owner_address: hexOf(account),
            contract_address: hexOf(gateway),
            call_value: sun,
          },
        },
      },
    ],
  },
});
const transferCall = (to: string, sun: number, id = txId) => ({
  txID: id,
  raw_data: {
    contract: [
      {
        type: 'TransferContract',
        parameter: { value: { owner_address: hexOf(account), to_address: hexOf(to), amount: sun } },
      },
    ],
  },
});

const node = (included: Included, call: object = callOf()): Answers => ({
  'wallet/gettransactioninfobyid': () => infoOf(included),
  'wallet/gettransactionbyid': () => call,
});
const receivedIn = (answers: Answers, token = usdt, id = txId) =>
  adapterOf(answers).adapter.receivedIn(id, receiver, token);

describe('received amounts of a TRON transaction', () => {
  const transfers = [
    transferOf(usdt, gateway, account, 1n),
    transferOf(usdt, gateway, receiver, 25n),
    transferOf(other, gateway, receiver, 7n),
    transferOf(usdt, gateway, receiver, 0n),
    transferOf(usdt, receiver, receiver, 5n),
    logOf('Moved(address,address,uint256)', usdt, gateway, receiver, 6n),
    transferOf(usdt, gateway, receiver, 4n),
  ];
  const place = { txId, token: usdt, block: { number: 990n, hash: blockId(990) }, final: false };

  it('are all transfers of the token, indexed by log', async () => {
    expect(await receivedIn(node({ log: transfers }))).toEqual([
      { ...place, index: 1, amount: 25n },
      { ...place, index: 6, amount: 4n },
    ]);
  });

  it('are final up to the solidified block', async () => {
    expect(await receivedIn(node({ log: transfers, blockNumber: solidified }))).toMatchObject([
      { final: true },
      { final: true },
    ]);
    expect(await receivedIn(node({ log: transfers, blockNumber: solidified + 1 }))).toMatchObject([
      { final: false },
      { final: false },
    ]);
  });

  it.each<[string, Answers]>([
    ['failed', node({ log: transfers, result: 'FAILED', receipt: { result: 'REVERT' } })],
    ['ran out of energy', node({ log: transfers, receipt: { result: 'OUT_OF_ENERGY' } })],
    ['is in no block', {}],
    [
      'went away meanwhile',
      { ...node({ log: transfers }), 'wallet/gettransactionbyid': () => ({}) },
    ],
  ])('are empty if it %s', async (_what, answers) => {
    expect(await receivedIn(answers)).toEqual([]);
  });

  it('are found for any form of the id, and for no invalid one', async () => {
    expect(
      await receivedIn(node({ log: transfers }), usdt, `0x${txId.toUpperCase()}`),
    ).toHaveLength(2);
    expect(await receivedIn(node({ log: transfers }), usdt, 'not an id')).toEqual([]);
  });

  it('are found on the next node if the first does not have the transaction', async () => {
    const { adapter } = adapterOf({}, node({ log: transfers }));
    expect(await adapter.receivedIn(txId, receiver, usdt)).toHaveLength(2);
  });

  it('include native coins of the transaction and of its calls', async () => {
    const internal_transactions = [
      internalOf(gateway, account, 1n),
      internalOf(gateway, receiver, 400n),
      internalOf(gateway, receiver, 5n, { rejected: true }),
      internalOf(gateway, receiver, 6n, { tokenId: '1002000' }),
      internalOf(gateway, receiver, 0n),
      internalOf(attacker, receiver, 8n),
    ];
    expect(await receivedIn(node({ internal_transactions }), tronNativeToken)).toMatchObject([
      { index: -3, amount: 400n },
      { index: -7, amount: 8n },
    ]);
    const plain = { contract_address: undefined, receipt: {} };
    expect(await receivedIn(node(plain, transferCall(receiver, 9)), tronNativeToken)).toMatchObject(
      [{ index: -1, amount: 9n }],
    );
    expect(await receivedIn(node(plain, transferCall(attacker, 9)), tronNativeToken)).toEqual([]);
    const frozen = {
      txID: txId,
      raw_data: { contract: [{ type: 'FreezeBalanceV2Contract', parameter: { value: {} } }] },
    };
    expect(await receivedIn(node(plain, frozen), tronNativeToken)).toEqual([]);
  });

  it('include coins that the canonical contract wraps', async () => {
    const log = [
      wrappingOf('Deposit', chain.wrappedNative!, receiver, 9n),
      wrappingOf('Deposit', other, receiver, 9n),
    ];
    expect(await receivedIn(node({ log }), chain.wrappedNative)).toMatchObject([
      { index: 0, amount: 9n },
    ]);
    expect(await receivedIn(node({ log }), other)).toEqual([]);
  });

  it('can be listed by token', async () => {
    const answers = node({
      log: transfers,
      internal_transactions: [internalOf(gateway, receiver, 400n)],
    });
    const { adapter } = adapterOf(answers);
    expect(await adapter.tokensReceivedIn(txId, receiver)).toEqual([tronNativeToken, usdt, other]);
    expect(await adapter.tokensReceivedIn(txId, attacker)).toEqual([]);
  });
});

describe('transfers since a block', () => {
  const [one, two, failed] = ['01', '02', '03'].map((byte) => byte.repeat(32)) as [
    string,
    string,
    string,
  ];
  const outcomes: Record<number, object[]> = {
    990: [infoOf({ blockNumber: 990, log: [transferOf(usdt, gateway, receiver, 25n)] }, one)],
    995: [
      infoOf(
        { blockNumber: 995, internal_transactions: [internalOf(gateway, receiver, 400n)] },
        one,
      ),
      { id: two, blockNumber: 995, receipt: {} },
      infoOf(
        { blockNumber: 995, result: 'FAILED', log: [transferOf(usdt, gateway, receiver, 9n)] },
        failed,
      ),
    ],
  };
  const calls: Record<number, object[]> = {
    995: [callOf(0, one), transferCall(receiver, 7, two), transferCall(receiver, 8, failed)],
  };
  const answers: Answers = {
    'wallet/gettransactioninfobyblocknum': ({ num }) => outcomes[Number(num)] ?? [],
    'wallet/getblock': ({ id_or_num = `${latest}`, detail }) => {
      const number = Number(id_or_num);
      const transactions = calls[number];
      return { ...blockAt(number), ...(detail && transactions ? { transactions } : {}) };
    },
  };
  const since = (after: number, token: string) =>
    adapterOf(answers).adapter.receivedSince(BigInt(after), receiver, token);

  it('are tokens by the logs of each block', async () => {
    expect(await since(980, usdt)).toEqual([
      {
        txId: one,
        index: 0,
        token: usdt,
        amount: 25n,
        block: { number: 990n, hash: blockId(990) },
        final: false,
      },
    ]);
    expect(await since(990, usdt)).toEqual([]);
  });

  it('are native coins by plain transfers and by payments of contracts', async () => {
    expect(await since(980, tronNativeToken)).toMatchObject([
      { txId: one, index: -2, amount: 400n, block: { number: 995n } },
      { txId: two, index: -1, amount: 7n, block: { number: 995n } },
    ]);
  });

  it('are searched from the oldest block, a bounded number at a time, each settled block once', async () => {
    const { adapter, asked } = adapterOf(answers);
    const looked = async () => {
      const before = asked.length;
      const found = await adapter.receivedSince(700n, receiver, usdt);
      return {
        found: found.length,
        blocks: asked.slice(before).filter((path) => path.endsWith('blocknum')).length,
      };
    };
    // The solidified block is 981. Blocks 19 below it are settled.
    expect(await looked()).toEqual({ found: 0, blocks: 200 });
    expect(await looked()).toEqual({ found: 1, blocks: 100 });
    expect(await looked()).toEqual({ found: 1, blocks: 38 });
    expect(await adapter.receivedSince(990n, receiver, usdt)).toEqual([]);
  });

  /** Block 950 with a payout and another transaction. The node returns the given outcomes. */
  const settledNode = (told: () => object[]): Answers => ({
    'wallet/gettransactioninfobyblocknum': ({ num }) => (num === 950 ? told() : []),
    'wallet/getblock': ({ id_or_num = `${latest}`, detail }) => ({
      ...blockAt(Number(id_or_num)),
      ...(detail && id_or_num === '950'
        ? { transactions: [callOf(0, one), transferCall(receiver, 7, two)] }
        : {}),
    }),
  });
  const payout = infoOf({ blockNumber: 950, log: [transferOf(usdt, gateway, receiver, 25n)] }, one);
  const coins = { id: two, blockNumber: 950, receipt: {} };

  it('are stored once settled, and returned to callers that start earlier', async () => {
    const { adapter, asked } = adapterOf(settledNode(() => [payout, coins]));
    const since = (after: bigint) => adapter.receivedSince(after, receiver, usdt);
    for (let time = 0; time < 2; time++) {
      expect(await since(940n)).toMatchObject([{ txId: one, final: true }]);
      expect(await since(950n)).toEqual([]);
      expect(await since(930n)).toMatchObject([{ txId: one, final: true }]);
    }
    const before = asked.length;
    expect(await since(930n)).toHaveLength(1);
    // The blocks that are not settled: 963 to 1000.
    expect(asked.slice(before).filter((path) => path.endsWith('blocknum'))).toHaveLength(38);
  });

  it.each([usdt, tronNativeToken])(
    'is looked for again in a block of which a node was silent (%s)',
    async (token) => {
      let told: object[] = [];
      const { adapter, asked } = adapterOf(settledNode(() => told));
      const look = async () => {
        const before = asked.length;
        const found = await adapter.receivedSince(940n, receiver, token);
        const blocks = asked.slice(before).filter((path) => path.endsWith('blocknum')).length;
        return { found: found.map(({ txId: id }) => id), blocks };
      };
      const here = token === usdt ? one : two;
      expect(await look()).toEqual({ found: [], blocks: 60 });
      expect(await look()).toEqual({ found: [], blocks: 39 });
      told = token === usdt ? [payout] : [coins];
      // Found, but not everything.
      expect(await look()).toEqual({ found: [here], blocks: 39 });
      expect(await look()).toEqual({ found: [here], blocks: 39 });
      told = [payout, coins];
      expect(await look()).toEqual({ found: [here], blocks: 39 });
      expect(await look()).toEqual({ found: [here], blocks: 38 });
    },
  );

  it('are found after any number of blocks with missing outcomes', async () => {
    const silent: Answers = {
      ...answers,
      'wallet/getblock': (body) => ({
        ...(answers['wallet/getblock']?.(body) as object),
        ...(body.detail && Number(body.id_or_num) < 950
          ? { transactions: [callOf(0, failed)] }
          : {}),
      }),
    };
    const { adapter } = adapterOf(silent);
    const looks: number[] = [];
    for (let time = 0; time < 8; time++)
      looks.push((await adapter.receivedSince(400n, receiver, usdt)).length);
    expect(looks.at(-1)).toBe(1);
  });

  it.each([
    [
      'moves more of a token than a number carries',
      internalOf(gateway, receiver, manyUnits, { tokenId: '1002000' }),
    ],
    ['moves more units than a number can hold', internalOf(gateway, attacker, manyUnits)],
  ])('are found beside another account’s transaction that %s', async (_what, internal) => {
    const stranger = infoOf(
      { blockNumber: 950, internal_transactions: [internal] },
      'ff'.repeat(32),
    );
    const { adapter } = adapterOf(settledNode(() => [stranger, payout, coins]));
    expect(await adapter.receivedSince(940n, receiver, usdt)).toMatchObject([{ txId: one }]);
    expect(await adapter.receivedSince(940n, receiver, tronNativeToken)).toMatchObject([
      { txId: two },
    ]);
  });
});
