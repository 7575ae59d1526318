import { describe, expect, it } from 'vitest';
import type { AttemptToProve, LeaseToProve } from '../../../../src/ports/lease-proof.ts';
import { account } from '../guard/scenario.ts';
import {
  type Answers,
  adapterOf,
  blockAt,
  blockId,
  latest,
  solidified,
  timeOf,
} from './fake-node.ts';

const txId = 'ab'.repeat(32);
const expires = BigInt(timeOf(solidified - 30));
const lease = (at: bigint | undefined = expires): LeaseToProve => ({
  account,
  terms: at === undefined ? { kind: 'expiry' } : { kind: 'expiry', expires: at },
});
const attempts: AttemptToProve[] = [{ txId, bytes: '0x' }];

const infoAt = (blockNumber: number, more: object = {}) => ({
  id: txId,
  blockNumber,
  fee: 345_000,
  contract_address: `41${'11'.repeat(20)}`,
  receipt: { result: 'SUCCESS' },
  ...more,
});
const has = (blockNumber: number, more?: object): Answers => ({
  'wallet/gettransactioninfobyid': () => infoAt(blockNumber, more),
  'walletsolidity/gettransactioninfobyid': () =>
    blockNumber <= solidified ? infoAt(blockNumber, more) : {},
});
const reverted = { result: 'FAILED', receipt: { result: 'REVERT' } };
const down: Answers = { 'wallet/getblock': () => new Response('', { status: 503 }) };
/** Shows the chain up to an earlier solidified block. */
const solidAt = (number: number): Answers => ({ 'walletsolidity/getblock': () => blockAt(number) });
const forked = (number: number): object =>
  number === 0 ? blockAt(number) : { ...blockAt(number), blockID: blockId(number, 'bb') };
const onAnotherFork: Answers = {
  'wallet/getblock': ({ id_or_num = latest }) => forked(Number(id_or_num)),
  'walletsolidity/getblock': ({ id_or_num = solidified }) => forked(Number(id_or_num)),
};

const prove = (nodes: Answers[], of = lease(), known = attempts) =>
  adapterOf(...nodes).adapter.prove(of, known);

describe('a TRON lease', () => {
  it.each<[string, Answers[], LeaseToProve]>([
    ['one that can still land', [{}, {}], lease(BigInt(timeOf(solidified)) + 1n)],
    ['one under which nothing was signed', [{}, {}], { account, terms: { kind: 'expiry' } }],
    [
      'one that landed in a block that is not solidified',
      [has(latest), {}],
      lease(BigInt(timeOf(latest))),
    ],
    [
      'an absence that the other host is too far behind for',
      [{}, solidAt(solidified - 1)],
      lease(BigInt(timeOf(solidified))),
    ],
  ])('leaves undecided %s', async (_what, nodes, of) => {
    expect(await prove(nodes, of)).toEqual({ kind: 'undecided' });
  });

  it.each<[string, string, Answers[]]>([
    ['WITNESS_MISSING', 'an absence of which the other host does not speak', [{}, down]],
    ['WITNESSES_DISAGREE', 'an absence on another fork', [{}, onAnotherFork]],
    [
      'WITNESSES_DISAGREE',
      'an absence that the other host contradicts',
      [{}, { 'wallet/gettransactioninfobyid': () => infoAt(latest) }],
    ],
    [
      'WITNESSES_DISAGREE',
      'an absence that the node itself contradicts',
      [{ 'wallet/gettransactioninfobyid': () => infoAt(latest) }, {}],
    ],
    [
      'WITNESSES_DISAGREE',
      'a failure that the other host shows as a success',
      [has(900, reverted), has(900)],
    ],
    ['WITNESSES_DISAGREE', 'a failure that the other host does not know', [has(900, reverted), {}]],
    ['WITNESS_MISSING', 'a failure while the other host is away', [has(900, reverted), down]],
    ['WITNESS_MISSING', 'a failure while the preferred host is away', [down, has(900, reverted)]],
  ])('waits with %s on %s', async (code, _what, nodes) => {
    expect(await prove(nodes)).toMatchObject({ kind: 'undecided', reason: { code } });
  });

  it('has expired at the block that is solidified for both, if one is behind', async () => {
    expect(await prove([{}, solidAt(solidified - 1)])).toMatchObject({
      kind: 'expired',
      evidence: {
        endpoints: ['a', 'b'],
        anchor: { number: BigInt(solidified - 1), hash: blockId(solidified - 1) },
      },
    });
  });

  it('has failed if two hosts show it, or two of three, but not if one of three contradicts', async () => {
    for (const nodes of [
      [has(900, reverted), has(900, reverted)],
      [has(900, reverted), down, has(900, reverted)],
    ]) {
      const proof = await prove(nodes);
      expect(proof).toMatchObject({
        kind: 'landed',
        succeeded: false,
        evidence: { endpoints: { length: 2 } },
      });
    }
    expect(await prove([has(900, reverted), has(900, reverted), has(900)])).toMatchObject({
      kind: 'undecided',
      reason: { code: 'WITNESSES_DISAGREE' },
    });
  });

  it('has expired by the time of a solidified block if two hosts have it and neither knows the attempt', async () => {
    const proof = await prove([{}, {}], lease(BigInt(timeOf(solidified))));
    expect(proof).toMatchObject({
      kind: 'expired',
      evidence: {
        rule: 'tron-solidified-expiry',
        endpoints: ['a', 'b'],
        anchor: { number: BigInt(solidified), hash: blockId(solidified) },
        answers: {
          expires: `${timeOf(solidified)}`,
          timeOfAnchor: `${timeOf(solidified)}`,
          [`outcome ${txId}`]: null,
        },
      },
    });
  });

  it('needs another host if one fails', async () => {
    expect(await prove([{}, down, {}])).toMatchObject({
      kind: 'expired',
      evidence: { endpoints: ['a', 'c'] },
    });
  });

  it('has landed if either host shows it', async () => {
    for (const nodes of [
      [has(900), {}],
      [{}, has(900)],
      [down, {}, has(900)],
    ]) {
      expect(await prove(nodes)).toMatchObject({
        kind: 'landed',
        txId,
        block: { number: 900n, hash: blockId(900) },
        succeeded: true,
        feePaid: 345_000n,
      });
    }
  });

  it.each<[string, object]>([
    ['reverted', reverted],
    ['ran out of energy', { receipt: { result: 'OUT_OF_ENERGY' } }],
    ['has no result', { receipt: {} }],
  ])('has landed and failed if it %s', async (_what, more) => {
    expect(await prove([has(900, more), has(900, more)])).toMatchObject({
      kind: 'landed',
      succeeded: false,
    });
  });

  it('has landed and succeeded as a plain transfer, which has no result', async () => {
    expect(await prove([has(900, { contract_address: undefined, receipt: {} })])).toMatchObject({
      succeeded: true,
    });
  });

  const transaction = { txID: txId, raw_data_hex: '00' };
  it.each(['wallet', 'walletsolidity'])(
    'is not over while nodes that keep no outcomes have its attempt among their transactions (%s)',
    async (state) => {
      const withoutOutcomes: Answers = {
        [`${state}/gettransactionbyid`]: ({ value }) => (value === txId ? transaction : {}),
      };
      expect(await prove([withoutOutcomes, withoutOutcomes])).toEqual({ kind: 'undecided' });
      expect(await prove([{}, withoutOutcomes])).toMatchObject({ kind: 'undecided' });
      expect(await prove([withoutOutcomes])).toEqual({ kind: 'undecided' });
    },
  );

  it('states for each node that it does not have the transaction', async () => {
    const [here, there] = ['wallet', 'walletsolidity'].map(
      (state) => `${state} transaction ${txId}`,
    ) as [string, string];
    expect(await prove([{}, {}])).toMatchObject({
      kind: 'expired',
      evidence: {
        answers: { [here]: null, [there]: null, [`b ${here}`]: null, [`b ${there}`]: null },
      },
    });
  });

  it('has not expired while its attempt’s block is on the chain', async () => {
    const block = { number: 900n, hash: blockId(900) };
    const known = attempts.map((attempt) => ({
      ...attempt,
      inclusion: { status: 'included' as const, block, succeeded: true, feePaid: 1n },
    }));
    expect(await prove([{}, {}], lease(), known)).toEqual({ kind: 'undecided' });
    // Another block has replaced it.
    expect(await prove([onAnotherFork, onAnotherFork], lease(), known)).toMatchObject({
      kind: 'expired',
    });
  });

  it('has expired for a single host only ten blocks later', async () => {
    expect(await prove([{}], lease(BigInt(timeOf(solidified - 10))))).toMatchObject({
      kind: 'expired',
    });
    expect(await prove([{}], lease(BigInt(timeOf(solidified - 10)) + 1n))).toEqual({
      kind: 'undecided',
    });
  });

  it('refuses the outcome of another transaction', async () => {
    const liar = {
      'walletsolidity/gettransactioninfobyid': () => ({ ...infoAt(900), id: 'cd'.repeat(32) }),
    };
    await expect(prove([liar])).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });
});
