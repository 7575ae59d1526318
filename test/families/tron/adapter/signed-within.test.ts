import { describe, expect, it } from 'vitest';
import { account, attacker } from '../guard/scenario.ts';
import {
  type Answers,
  adapterOf,
  blockAt,
  blockId,
  hexOf,
  now,
  solidified,
  timeOf,
} from './fake-node.ts';

/** A transaction is valid for at most a minute; clocks may differ by half of one. */
const margin = 90_000;

function transactionOf(id: string, owner: unknown, type = 'TransferContract'): object {
  const value = owner === undefined ? {} : { owner_address: owner };
  return { txID: id.repeat(32), raw_data: { contract: [{ type, parameter: { value } }] } };
}

/** A node's answers about the account's history, and the blocks requested from it. */
async function ask(
  from: number,
  until: number,
  blocks: Record<number, object[]> = {},
  more: Answers = {},
) {
  const asked: number[] = [];
  const { adapter } = adapterOf({
    'wallet/getblock': ({ id_or_num, detail }) => {
      if (id_or_num === undefined) return blockAt(1_000);
      const number = Number(id_or_num);
      if (detail === true) asked.push(number);
      return { ...blockAt(number), transactions: blocks[number] ?? [] };
    },
    ...more,
  });
  const history = await adapter.accounts.signedWithin({ account, from, until });
  return { history, asked };
}

describe('what a TRON account has signed', () => {
  it('includes every contract that it owns, of any type, but none that cannot be read', async () => {
    const { history } = await ask(timeOf(920), timeOf(930), {
      905: [transactionOf('aa', hexOf(account)), transactionOf('bb', hexOf(attacker))],
      900: [
        transactionOf('cc', hexOf(account), 'VoteWitnessContract'),
        transactionOf('dd', undefined, 'ShieldedTransferContract'),
        transactionOf('ee', 'nobody'),
      ],
    });
    expect(history).toEqual({ kind: 'whole', txIds: ['aa'.repeat(32), 'cc'.repeat(32)] });
  });

  it('is searched in solidified blocks, back to the earliest possible time of signing', async () => {
    const { asked } = await ask(timeOf(950), timeOf(951));
    expect(Math.max(...asked)).toBe(solidified);
    const first = 950 - margin / 3_000;
    expect(asked).toContain(first);
    expect(Math.min(...asked)).toBeGreaterThan(first - 10);
  });

  it('is open until a solidified block is later than every possible expiration', async () => {
    const wait = now + margin - timeOf(solidified);
    expect((await ask(timeOf(950), now)).history).toEqual({ kind: 'open', retryAfter: wait });
    expect((await ask(timeOf(950), now - wait + 1)).history).toMatchObject({
      kind: 'open',
      retryAfter: 1,
    });
    expect((await ask(timeOf(950), now - wait)).history).toMatchObject({ kind: 'whole' });
  });

  it('is cut if it would need too many blocks', async () => {
    const high = (number: number) => {
      const timestamp = now - (5_000 - number) * 3_000;
      return { blockID: blockId(number), block_header: { raw_data: { number, timestamp } } };
    };
    const answers: Answers = {
      'wallet/getblock': ({ id_or_num = '5019' }) => high(Number(id_or_num)),
      'walletsolidity/getblock': () => high(5_000),
    };
    const { history } = await ask(now - 8 * 3_600_000, now - margin, {}, answers);
    expect(history).toEqual({ kind: 'cut', txIds: [] });
  });

  it('is not returned by a node that lacks a block', async () => {
    const missing: Answers = {
      'wallet/getblock': ({ id_or_num = '1000' }) =>
        id_or_num === '960' ? {} : blockAt(Number(id_or_num)),
    };
    await expect(ask(timeOf(950), timeOf(951), {}, missing)).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
  });
});
