import { describe, expect, it } from 'vitest';
import { startBefore } from '../proxies/start-before.ts';
import { tonLanguage } from './ton-language.ts';

describe('the proxies of TON', () => {
  const [newest, final] = [1_000, 996];
  const call = (method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id: '1',
    method,
    params,
  });
  const transactionAt = (block: number) => ({
    transaction_id: { lt: `${block}000500`, hash: `of ${block}` },
  });

  /**
   * A node that has an account's transactions in the newest block and in an old one, and takes a
   * block's number for its time.
   */
  function tell(method: string, { seqno }: { seqno?: number }): unknown {
    switch (method) {
      case 'getMasterchainInfo':
        return {
          last: { workchain: -1, seqno: final, root_hash: `of ${final}` },
          init: { root_hash: 'genesis' },
        };
      case 'lookupBlock':
        return { workchain: -1, seqno, root_hash: `of ${seqno}` };
      case 'getBlockHeader':
        return { id: { seqno }, end_lt: `${(seqno ?? 0) + 1}000000` };
      case 'getAddressInformation':
        return { block_id: { seqno: seqno ?? newest } };
      case 'getTransactions':
        return [transactionAt(newest), transactionAt(900)];
      default:
        return transactionAt(newest);
    }
  }

  async function startLying(how: 'behind' | 'unknown-outcome') {
    const lie = {
      fault: { kind: 'lie', how, requests: 8 },
      at: 'rpc getTransactions',
      nth: 1,
    } as const;
    const reply = (body: string) => {
      const { id, method, params } = JSON.parse(body) as ReturnType<typeof call>;
      return JSON.stringify({ ok: true, result: tell(method, params), jsonrpc: '2.0', id });
    };
    return (await startBefore('TON', tonLanguage, reply, lie)).urls;
  }

  const looks = [
    call('getTransactions', { address: 'a' }),
    call('getMasterchainInfo'),
    call('getBlockHeader', { workchain: -1, seqno: 990 }),
    call('getBlockHeader', { workchain: -1, seqno: 991 }),
    call('getBlockHeader', { workchain: 0, seqno: 994 }),
    call('getAddressInformation', { address: 'a' }),
    call('tryLocateResultTx', { source: 'a' }),
  ];
  const ask = async (url: string | undefined) => {
    const told: unknown[] = [];
    for (const look of looks) {
      const answer = await fetch(`${url}/jsonRPC`, { method: 'POST', body: JSON.stringify(look) });
      const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
      told.push(result ?? { status: answer.status, error });
    }
    return told;
  };
  const [young, old] = [transactionAt(newest), transactionAt(900)];
  const truth = [
    [young, old],
    { last: { seqno: final, root_hash: 'of 996' } },
    { id: { seqno: 990 } },
    { id: { seqno: 991 } },
    { id: { seqno: 994 } },
    { block_id: { seqno: newest } },
    young,
  ];

  it('tell of an older chain on one of the two, for so many requests', async () => {
    const [behind, other] = await startLying('behind');
    const refused = (error: string) => ({ status: 500, error: expect.stringContaining(error) });
    expect(await ask(behind)).toMatchObject([
      [old],
      { last: { seqno: 990, root_hash: 'of 990' }, init: { root_hash: 'genesis' } },
      { id: { seqno: 990 } },
      refused('block not found'),
      { id: { seqno: 994 } },
      { block_id: { seqno: 994 } },
      refused('Tx not found'),
    ]);
    expect(await ask(other)).toMatchObject(truth);
    // The eighth, which ends it.
    await ask(behind);
    expect(await ask(behind)).toMatchObject(truth);
  });

  it('have the accounts, and do not know what they did', async () => {
    const [unknowing] = await startLying('unknown-outcome');
    const [, ...others] = truth.slice(0, -1);
    expect(await ask(unknowing)).toMatchObject([
      [],
      ...others,
      { status: 500, error: 'Tx not found' },
    ]);
  });
});
