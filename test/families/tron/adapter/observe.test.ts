import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/families/tron/adapter/raw-data.ts';
import type { ObservedAttempt } from '../../../../src/ports/chain-observation.ts';
import { attacker, gateway, rawBytes, swapCall } from '../guard/scenario.ts';
import {
  type Answers,
  adapterOf,
  blockAt,
  blockId,
  internalOf,
  latest,
  manyUnits,
  solidified,
  timeOf,
} from './fake-node.ts';

const ids = Array.from({ length: 40 }, (_, index) => (index + 16).toString(16).padStart(64, '0'));
const [first = ''] = ids;
const infoOf = (id: string, blockNumber: number) => ({
  id,
  blockNumber,
  fee: 7,
  receipt: { result: 'SUCCESS' },
});
const observe = (answers: Answers, attempts: ObservedAttempt[]) =>
  adapterOf(answers).adapter.observe(attempts, []);
const seen = (number: number, fork?: string) =>
  ({
    status: 'included',
    block: { number: BigInt(number), hash: blockId(number, fork) },
    succeeded: true,
    feePaid: 7n,
  }) as const;

describe('observing attempts on TRON', () => {
  it('reports expired leases by the time of the solidified block', async () => {
    const { head, expiredUpTo, finalNonces } = await observe({}, []);
    expect(head).toEqual({ latest: BigInt(latest), final: BigInt(solidified) });
    expect(expiredUpTo).toBe(BigInt(timeOf(solidified)));
    expect(finalNonces.size).toBe(0);
  });

  it.each([
    [latest, 'included'],
    [solidified + 1, 'included'],
    [solidified, 'final'],
  ])('reports one in block %i as %s', async (number, status) => {
    const { attempts } = await observe(
      { 'wallet/gettransactioninfobyid': () => infoOf(first, number) },
      [{ txId: first }],
    );
    expect(attempts.get(first)).toEqual({ ...seen(number), status });
  });

  it('reads all attempts of one block with one request', async () => {
    const { adapter, asked } = adapterOf({
      'wallet/gettransactioninfobyid': ({ value }) => infoOf(String(value), 990),
      'wallet/gettransactioninfobyblocknum': () => ids.map((id) => infoOf(id, 990)),
    });
    const { attempts } = await adapter.observe(
      ids.map((txId) => ({ txId })),
      [],
    );
    expect([...attempts.values()].every(({ status }) => status === 'included')).toBe(true);
    expect(asked.filter((path) => path.includes('info'))).toHaveLength(2);
  });

  it.each([
    [
      'moves more of a token than a number carries',
      internalOf(gateway, attacker, manyUnits, { tokenId: '1002000' }),
    ],
    ['moves more units than a number can hold', internalOf(gateway, attacker, manyUnits)],
    ['cannot be read at all', {}],
  ])(
    'sees what is in a block beside a transaction of a stranger that %s',
    async (_what, internal) => {
      const stranger = { ...infoOf('ff'.repeat(32), 990), internal_transactions: [internal] };
      const { attempts } = await observe(
        {
          'wallet/gettransactioninfobyid': ({ value }) => infoOf(String(value), 990),
          'wallet/gettransactioninfobyblocknum': () => [
            stranger,
            ...ids.map((id) => infoOf(id, 990)),
          ],
        },
        ids.map((txId) => ({ txId })),
      );
      expect([...attempts.values()].every(({ status }) => status === 'included')).toBe(true);
    },
  );

  it('does not find one whose own outcome is unreadable', async () => {
    const unreadable = { ...infoOf(ids[1] ?? '', 990), fee: 0.5 };
    const look = observe(
      {
        'wallet/gettransactioninfobyid': ({ value }) =>
          value === first ? infoOf(first, 990) : unreadable,
        'wallet/gettransactioninfobyblocknum': () => [infoOf(first, 990), unreadable],
      },
      ids.slice(0, 3).map((txId) => ({ txId })),
    );
    await expect(look).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });

  it('finds each of them in many blocks', async () => {
    const blockOf = (id: unknown) => 900 + Number(`0x${id}`);
    const { attempts } = await observe(
      { 'wallet/gettransactioninfobyid': ({ value }) => infoOf(String(value), blockOf(value)) },
      ids.map((txId) => ({ txId })),
    );
    for (const id of ids)
      expect(attempts.get(id)).toMatchObject({ block: { number: BigInt(blockOf(id)) } });
  });

  it('keeps an inclusion that the node does not know while the block is on the chain', async () => {
    const { attempts } = await observe({}, [{ txId: first, inclusion: seen(900) }]);
    expect(attempts.get(first)).toEqual({ ...seen(900), status: 'final' });
  });

  it('reads a failure again, because another node may have invented it', async () => {
    const failed = { txId: first, inclusion: { ...seen(990), succeeded: false } };
    const info: Answers = { 'wallet/gettransactioninfobyid': () => infoOf(first, 990) };
    expect((await observe(info, [failed])).attempts.get(first)).toEqual(seen(990));
    expect((await observe({}, [failed])).attempts.get(first)).toEqual(failed.inclusion);
  });

  it('keeps an inclusion in a block that the node does not have yet', async () => {
    const { attempts } = await observe({}, [{ txId: first, inclusion: seen(latest + 1) }]);
    expect(attempts.get(first)).toEqual(seen(latest + 1));
  });

  it('withdraws an inclusion if its block was replaced, and finds it in the next one', async () => {
    const inclusion = seen(990, 'bb');
    expect((await observe({}, [{ txId: first, inclusion }])).attempts.get(first)).toEqual({
      status: 'unseen',
    });
    const moved = { 'wallet/gettransactioninfobyid': () => infoOf(first, 991) };
    expect((await observe(moved, [{ txId: first, inclusion }])).attempts.get(first)).toEqual(
      seen(991),
    );
  });

  it('calls pending what waits for a block, by the id of its own bytes', async () => {
    const bytes = rawBytes(swapCall);
    const txId = Buffer.from(digestOf(bytes)).toString('hex');
    const waits = {
      'wallet/gettransactionfrompending': () => ({ txID: txId, raw_data_hex: bytes.slice(2) }),
    };
    expect((await observe(waits, [{ txId }])).attempts.get(txId)).toEqual({ status: 'pending' });
    expect((await observe(waits, [{ txId: first }])).attempts.get(first)).toEqual({
      status: 'unseen',
    });
  });

  it('works without the pool if the node does not offer it', async () => {
    const mute = { 'wallet/gettransactionfrompending': () => new Response('', { status: 404 }) };
    expect((await observe(mute, [{ txId: first }])).attempts.get(first)).toEqual({
      status: 'unseen',
    });
  });

  it('asks the next node if one is behind or on another network', async () => {
    const old = {
      ...blockAt(latest - 100),
      block_header: { raw_data: { number: latest - 100, timestamp: timeOf(latest - 100) } },
    };
    const behind: Answers = {
      'wallet/getblock': ({ id_or_num }) => (id_or_num === '0' ? blockAt(0) : old),
    };
    const foreign: Answers = {
      'wallet/getblock': () => ({ blockID: '00'.repeat(32), block_header: { raw_data: {} } }),
    };
    const { adapter } = adapterOf(behind, foreign, {});
    expect((await adapter.observe([], [])).head.latest).toBe(BigInt(latest));
    expect(adapter.endpoints().map(({ host, error }) => [host, error])).toEqual([
      ['a', undefined],
      ['b', 'RPC_WRONG_CHAIN'],
      ['c', undefined],
    ]);
  });
});

describe('a node', () => {
  it.each<[string, Answers, string]>([
    [
      'that answers no JSON',
      { 'wallet/getblock': () => new Response('<html>') },
      'RPC_UNAVAILABLE',
    ],
    [
      'that wants to be left alone',
      { 'wallet/getblock': () => new Response('', { status: 429 }) },
      'RPC_UNAVAILABLE',
    ],
    ['whose answer is not a block', { 'wallet/getblock': () => ({ block: 5 }) }, 'RPC_MALFORMED'],
    [
      'that answers an id for a number',
      { 'wallet/getblock': () => ({ ...blockAt(5), blockID: '5' }) },
      'RPC_MALFORMED',
    ],
    [
      'that says it failed',
      { 'wallet/getblock': () => ({ Error: 'class java.lang.Exception : x' }) },
      'RPC_UNAVAILABLE',
    ],
    ['of another network', { 'wallet/getblock': () => blockAt(5) }, 'RPC_WRONG_CHAIN'],
  ])('%s', async (_what, answers, code) => {
    await expect(adapterOf(answers).adapter.head()).rejects.toMatchObject({ code });
  });
});
