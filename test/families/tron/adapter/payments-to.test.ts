import { describe, expect, it } from 'vitest';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import type { DepositTarget } from '../../../../src/ports/payments.ts';
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
  manyUnits,
  solidified,
  timeOf,
  transferOf,
  wrappingOf,
} from './fake-node.ts';

const nobody = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
const [one, two, three] = ['01', '02', '03'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
];

interface Transaction {
  raw: object;
  info: object;
}

interface Outcome {
  log?: object[];
  internal_transactions?: object[];
  result?: string;
}

function contractOf(type: string, value: object, data?: string): object {
  return { contract: [{ type, parameter: { value } }], ...(data === undefined ? {} : { data }) };
}

/**
 * A transfer of coins.
 * @param data the memo, in hex
 */
function plain(txID: string, to: string, sun: number, data?: string): Transaction {
  const value = { owner_address: hexOf(account), to_address: hexOf(to), amount: sun };
  return {
    raw: { txID, raw_data: contractOf('TransferContract', value, data) },
    info: { id: txID, receipt: {} },
  };
}

/** A contract call and its outcome. */
function call(
  txID: string,
  outcome: Outcome,
  { data, sun = 0, to = gateway }: { data?: string; sun?: number; to?: string } = {},
): Transaction {
  const value = { owner_address: hexOf(account), contract_address: hexOf(to), call_value: sun };
  const raw = { txID, raw_data: contractOf('TriggerSmartContract', value, data) };
  return {
    raw,
    info: { id: txID, contract_address: hexOf(to), receipt: { result: 'SUCCESS' }, ...outcome },
  };
}

/**
 * A node with transactions in some of its blocks.
 * @param told the outcomes that it returns for a block
 */
function nodeWith(
  blocks: Record<number, Transaction[]>,
  told: (number: number, infos: object[]) => unknown = (_, infos) => infos,
): Answers {
  return {
    'wallet/getblock': ({ id_or_num = `${latest}`, detail }) => {
      const number = Number(id_or_num);
      const transactions = blocks[number]?.map(({ raw }) => raw);
      return { ...blockAt(number), ...(detail && transactions ? { transactions } : {}) };
    },
    'wallet/gettransactioninfobyblocknum': ({ num }) => {
      const infos = (blocks[Number(num)] ?? []).map(({ info }) => ({ ...info, blockNumber: num }));
      return told(Number(num), infos);
    },
  };
}

const placeOf = (token: string, after = 900, who = receiver): DepositTarget => ({
  account: who,
  token,
  after: BigInt(after),
});
const hex = (text: string): string => Buffer.from(text).toString('hex');
const paidInTokens = { log: [transferOf(usdt, account, receiver, 25n)] };

async function look(answers: Answers | Answers[], ...targets: DepositTarget[]) {
  const { adapter } = adapterOf(...[answers].flat());
  return adapter.paymentsTo(targets);
}

describe('payments to targets on TRON', () => {
  const paid = nodeWith({
    950: [call(one, paidInTokens, { data: hex('4711') }), plain(two, receiver, 9, hex('für 4711'))],
    995: [call(three, { internal_transactions: [internalOf(gateway, receiver, 400n)] })],
  });

  it('are tokens by logs, and coins by transfers and calls, each with its memo', async () => {
    const block = { number: 950n, hash: blockId(950) };
    const known = { block, final: true, at: timeOf(950), payer: account };
    const [tokens, coins] = await look(paid, placeOf(usdt), placeOf(tronNativeToken));
    expect(tokens?.payments).toEqual([
      { ...known, txId: one, index: 0, token: usdt, amount: 25n, memo: '4711' },
    ]);
    expect(coins?.payments).toEqual([
      { ...known, txId: two, index: -1, token: tronNativeToken, amount: 9n, memo: 'für 4711' },
      {
        txId: three,
        index: -2,
        token: tronNativeToken,
        amount: 400n,
        block: { number: 995n, hash: blockId(995) },
        final: false,
        at: timeOf(995),
        payer: gateway,
      },
    ]);
    expect([tokens, coins].map((seen) => seen?.scannedUntil)).toEqual([
      BigInt(solidified),
      BigInt(solidified),
    ]);
  });

  it('exclude earlier, failed and zero transfers, and those to oneself or to other accounts', async () => {
    const node = nodeWith({
      950: [
        call(one, { ...paidInTokens, result: 'FAILED' }),
        call(two, {
          log: [
            transferOf(usdt, account, receiver, 0n),
            transferOf(usdt, receiver, receiver, 5n),
            transferOf(usdt, account, attacker, 5n),
            transferOf(nobody, account, receiver, 5n),
          ],
          internal_transactions: [
            internalOf(gateway, receiver, 5n, { rejected: true }),
            internalOf(gateway, receiver, 6n, { tokenId: '1002000' }),
          ],
        }),
      ],
      990: [call(three, paidInTokens)],
    });
    const seen = await look(node, placeOf(usdt, 990), placeOf(usdt, 900), placeOf(tronNativeToken));
    expect(seen.map(({ payments }) => payments.map(({ txId }) => txId))).toEqual([[], [three], []]);
  });

  it.each([
    ['no text', 'ff00ff'],
    ['empty', ''],
    ['padded with zeros', '3437313100'],
  ])('have no memo if the data is %s', async (_what, data) => {
    const [seen] = await look(
      nodeWith({ 950: [plain(one, receiver, 9, data)] }),
      placeOf(tronNativeToken),
    );
    expect(seen?.payments).toMatchObject([{ txId: one }]);
    expect(seen?.payments[0]).not.toHaveProperty('memo');
  });

  it('have no payer if they are minted', async () => {
    const wrapped = chain.wrappedNative!;
    const node = nodeWith({
      950: [call(one, { log: [wrappingOf('Deposit', wrapped, receiver, 9n)] })],
    });
    const [seen] = await look(node, placeOf(wrapped));
    expect(seen?.payments).toMatchObject([{ index: 0, amount: 9n }]);
    expect(seen?.payments[0]).not.toHaveProperty('payer');
  });

  it('need the same requests for one target as for many', async () => {
    const targets = [usdt, tronNativeToken].flatMap((token) =>
      [receiver, attacker, account, gateway].map((who) => placeOf(token, 900, who)),
    );
    const [few, many] = [adapterOf(paid), adapterOf(paid)];
    await few.adapter.paymentsTo([placeOf(usdt)]);
    await many.adapter.paymentsTo(targets);
    expect(many.asked.length).toBe(few.asked.length);
  });

  it('are searched in a bounded number of blocks, and those that are not final are read once', async () => {
    const { adapter, asked } = adapterOf(paid);
    const blocks = async (after: bigint) => {
      const before = asked.length;
      const [seen] = await adapter.paymentsTo([placeOf(usdt, Number(after))]);
      return {
        until: seen!.scannedUntil,
        found: seen!.payments.length,
        read: asked.slice(before).filter((path) => path.endsWith('blocknum')).length,
      };
    };
    expect(await blocks(700n)).toEqual({ until: 900n, found: 0, read: 200 });
    expect(await blocks(900n)).toEqual({ until: BigInt(solidified), found: 1, read: 100 });
    expect(await blocks(BigInt(solidified))).toEqual({
      until: BigInt(solidified),
      found: 0,
      read: 1,
    });
  });

  const silentAbout = (number: number) => (asked: number, infos: object[]) =>
    asked === number ? [] : infos;

  it.each<[string, (blocks: Record<number, Transaction[]>) => Answers]>([
    ['lacks outcomes of a final block', (blocks) => nodeWith(blocks, silentAbout(950))],
    ['has no block at a height', (blocks) => withBlock(blocks, {})],
    ['has another block at a height', (blocks) => withBlock(blocks, blockAt(949))],
  ])(
    'are looked for no further where a node %s, but another one may have it',
    async (_what, nodeOf) => {
      const blocks = { 950: [call(one, paidInTokens)], 960: [call(two, paidInTokens)] };
      const [first] = await look(nodeOf(blocks), placeOf(usdt));
      const through = { number: 949n, time: timeOf(949) };
      expect(first).toEqual({ payments: [], scannedUntil: 949n, isCut: true, through });
      const target = placeOf(usdt, 949);
      await expect(look(nodeOf(blocks), target)).rejects.toMatchObject({
        code: expect.stringMatching(/^RPC_/),
      });
      const [seen] = await look([nodeOf(blocks), nodeWith(blocks)], target);
      expect(seen?.payments).toMatchObject([{ txId: one }, { txId: two }]);
    },
  );

  /** A node that answers differently for block 950. */
  const withBlock = (blocks: Record<number, Transaction[]>, answer: object): Answers => {
    const node = nodeWith(blocks);
    return {
      ...node,
      'wallet/getblock': (body) =>
        body.id_or_num === '950' ? answer : node['wallet/getblock']?.(body),
    };
  };

  it('are found as soon as a node returns the outcomes of a new block', async () => {
    const blocks = {
      990: [call(one, paidInTokens), plain(two, receiver, 9)],
      992: [plain(three, receiver, 7)],
    };
    let isSilent = true;
    const node = nodeWith(blocks, (number, infos) =>
      isSilent && number === 990 ? infos.slice(1) : infos,
    );
    const { adapter } = adapterOf(node);
    const targets = [placeOf(usdt), placeOf(tronNativeToken)];
    const found = async () =>
      (await adapter.paymentsTo(targets)).map(({ payments }) => payments.map(({ txId }) => txId));
    expect(await found()).toEqual([[], [two, three]]);
    isSilent = false;
    expect(await found()).toEqual([[one], [two, three]]);
  });

  it('are found beside unreadable transactions of other accounts', async () => {
    const unreadable = { internal_transactions: [internalOf(gateway, attacker, manyUnits)] };
    const node = nodeWith({ 950: [call(one, unreadable), call(two, paidInTokens)] });
    const [seen] = await look(node, placeOf(usdt));
    expect(seen).toMatchObject({ payments: [{ txId: two }], scannedUntil: BigInt(solidified) });
    const ours = nodeWith({ 950: [call(one, unreadable, { to: usdt })] });
    await expect(look(ours, placeOf(usdt))).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });

  it('need the address of a token', async () => {
    await expect(look({}, placeOf('USDT'))).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });
});
