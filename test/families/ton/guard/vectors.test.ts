import { readFileSync } from 'node:fs';
import { beginCell, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { readRouterMessages } from '../../../../src/families/ton/adapter/router-messages.ts';
import { readTransaction } from '../../../../src/router/read-transaction.ts';
import { transaction as transactionSchema } from '../../../../src/router/schemas.ts';
import { applyPatch, type Operation } from '../../../guard/apply-patch.ts';
import { judged } from '../../../guard/scenario.ts';
import {
  aTonRequest,
  attacker,
  bounceable,
  type Change,
  coinsToPool,
  jettonsToPool,
  nonBounceable,
  payloadOf,
  pool,
  swapBody,
  transferBody,
} from './scenario.ts';

interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  mutation: {
    base: 'B-TON-NATIVE' | 'B-TON-JETTON';
    patch?: Operation[];
    forEach?: { path: string; values: unknown[] };
    rebuild?: {
      payload: {
        op?: string;
        destination?: string;
        jettonAmount?: string;
        forwardTon?: string;
        responseDestination?: string;
        forwardPayload?: { recipient: string; minOut: string };
        newOwner?: string;
        extraRef?: string;
      };
    };
  };
}

const file = new URL('../../../guard/vectors/ton.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

/** The routing service's message, as the vector has it. */
function changeOf({ mutation: { base, patch = [], rebuild } }: Vector): Change {
  const sells = base === 'B-TON-JETTON' ? 'jettons' : 'coins';
  const message = sells === 'jettons' ? jettonsToPool() : coinsToPool();
  const wire = {
    transaction: { tonMessages: [{ address: message.address, amount: `${message.value}` }] },
  };
  // An item of ours is an account like any other.
  const filled = patch.map((one) =>
    'value' in one && one.value === '<treasury NFT item>'
      ? { ...one, value: bounceable(pool) }
      : one,
  );
  const [patched] = applyPatch(wire, filled).transaction.tonMessages;
  return {
    sells,
    messages: [
      {
        address: patched!.address,
        value: BigInt(patched!.amount),
        payload: rebuild
          ? payloadOf(sells === 'jettons' ? jettonBody(rebuild.payload) : body(rebuild.payload))
          : message.payload!,
      },
    ],
  };
}

type Payload = NonNullable<Vector['mutation']['rebuild']>['payload'];

function jettonBody({
  op,
  destination,
  jettonAmount,
  forwardTon,
  responseDestination,
  forwardPayload,
}: Payload): Cell {
  return transferBody({
    ...(op ? { operation: Number(op) } : {}),
    ...(destination ? { destination } : {}),
    ...(jettonAmount ? { amount: BigInt(jettonAmount) } : {}),
    ...(forwardTon ? { forwardAmount: BigInt(forwardTon) } : {}),
    ...(responseDestination ? { responseDestination } : {}),
    ...(forwardPayload
      ? { forwardPayload: swapBody({ ...forwardPayload, minOut: BigInt(forwardPayload.minOut) }) }
      : {}),
  });
}

function body({ op, newOwner, extraRef }: Payload): Cell {
  if (!extraRef)
    return swapBody({ operation: Number(op), ...(newOwner ? { recipient: newOwner } : {}) });
  return beginCell()
    .storeUint(0, 32)
    .storeStringTail('hi')
    .storeRef(swapBody())
    .storeRef(transferBody())
    .endCell();
}

/** The bags of ton-15, by the words in its list. */
const bombs: Readonly<Record<string, () => Buffer>> = {
  '<20000 cells>': () => chain(900, 22).toBoc(),
  '<depth 900>': () => chain(900, 0).toBoc(),
  '<2 roots>': () => {
    // One more root in the header, and its index behind the first's.
    const one = new Cell().toBoc({ idx: false, crc32: false });
    return Buffer.concat([
      one.subarray(0, 7),
      Buffer.of(2),
      one.subarray(8, 11),
      Buffer.of(0),
      one.subarray(11),
    ]);
  },
  '<library cell>': () =>
    beginCell()
      .storeRef(
        new Cell({
          exotic: true,
          bits: beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 7)).endCell().bits,
        }),
      )
      .endCell()
      .toBoc(),
  '<valid BoC + 1 byte>': () => Buffer.concat([swapBody().toBoc(), Buffer.of(0)]),
};

/** So many levels, each with so many cells of its own beside the next. */
function chain(levels: number, beside: number): Cell {
  let cell = new Cell();
  for (let level = 0; level < levels; level++) {
    let list = beginCell().storeUint(level, 32).endCell();
    for (let index = 0; index < beside; index++)
      list = beginCell()
        .storeUint(level * 100 + index, 32)
        .storeRef(list)
        .endCell();
    cell = beginCell().storeUint(level, 32).storeRef(cell).storeRef(list).endCell();
  }
  return cell;
}

/** Whether an answer gets as far as bytes that a wallet could sign. */
function isReadable(tonMessages: unknown): boolean {
  try {
    const parsed = transactionSchema.safeParse({ tonMessages });
    if (!parsed.success) return false;
    const transaction = readTransaction(parsed.data, 'ton');
    if (transaction.family !== 'ton') throw new Error('a transaction of another family');
    readRouterMessages(transaction.messages, { version: 'v4r2', isTestNetwork: false });
    return true;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return false;
    throw error;
  }
}

describe('the guard vectors of TON', () => {
  const legitimate = vectors.filter(({ expectedRule }) => expectedRule === 'ALLOW');
  it.each(legitimate)('$id passes: $description', (vector) => {
    const change = changeOf(vector);
    const [message] = change.messages!;
    for (const address of [
      message!.address,
      ...(vector.id === 'ok-15' ? [bounceable(pool)] : []),
    ]) {
      expect(judged(aTonRequest({ ...change, messages: [{ ...message!, address }] }))).toEqual({
        kind: 'allow',
        fired: [],
      });
    }
  });

  it('ok-15 knows the account of an address that does not bounce too, but calls no contract so', () => {
    const { fired } = judged(
      aTonRequest({ messages: [coinsToPool({ address: nonBounceable(pool) })] }),
    );
    expect(fired).toEqual(['N02']);
  });

  const honest = {
    address: bounceable(pool),
    amount: '10300000000',
    payload: payloadOf(swapBody()),
  };
  it('ton-15 is not even read: bags of cells that are none', () => {
    expect(isReadable([honest])).toBe(true);
    const { values } = vectors.find(({ id }) => id === 'ton-15')!.mutation.forEach!;
    expect(values).toHaveLength(5);
    for (const word of values as string[]) {
      const bag = bombs[word]!();
      expect([word, isReadable([{ ...honest, payload: bag.toString('base64') }])]).toEqual([
        word,
        false,
      ]);
      const { kind } = judged(aTonRequest({ bytes: `0x${bag.toString('hex')}` }));
      expect([word, kind]).toEqual([word, 'reject']);
    }
  });

  it('ton-16 is not even read: no messages, too many, and no list', () => {
    const { values } = vectors.find(({ id }) => id === 'ton-16')!.mutation.forEach!;
    expect(values).toHaveLength(3);
    for (const messages of [[], Array.from({ length: 5 }, () => honest), { 0: {} }]) {
      expect(isReadable(messages)).toBe(false);
    }
    const five = Array.from({ length: 5 }, () => coinsToPool({ value: 2_000_000_000n }));
    expect(judged(aTonRequest({ version: 'v5r1', messages: five }))).toMatchObject({
      kind: 'reject',
      fired: ['N01'],
    });
  });

  it('ton-17 sends no other currency along', () => {
    const { id, mutation } = vectors.find((vector) => vector.id === 'ton-17')!;
    expect([id, mutation.patch![0]]).toMatchObject(['ton-17', { value: { 100: '5000000' } }]);
    expect(isReadable([{ ...honest, extraCurrency: { 100: '5000000' } }])).toBe(false);
  });

  const apart = ['ton-15', 'ton-16', 'ton-17'];
  const hostile = vectors.filter(
    (vector) => !legitimate.includes(vector) && !apart.includes(vector.id),
  );
  it.each(hostile)('$id is caught by $expectedRule: $description', (vector) => {
    const { kind, fired } = judged(aTonRequest(changeOf(vector)));
    expect(kind).toBe(vector.id === 'ton-03' ? 'hold' : 'reject');
    expect(fired).toContain(vector.expectedRule);
  });

  it('covers all of them', () => {
    expect(legitimate.length + hostile.length + apart.length).toBe(vectors.length);
    expect(vectors).toHaveLength(14);
    expect(attacker).toBe(
      vectors.find(({ id }) => id === 'ton-07')!.mutation.rebuild!.payload.responseDestination,
    );
  });
});
