import { describe, expect, it } from 'vitest';
import type { Fault, PlannedFault } from '../faults.ts';
import { startBefore } from '../proxies/start-before.ts';
import { tronLanguage } from './tron-language.ts';

describe('the proxies of TRON', () => {
  /** A node at block 100, which has one transaction in its newest block and one that waits. */
  function node(path: string, body: string): unknown {
    const { value, id_or_num: wanted = 100 } = JSON.parse(body) as {
      value?: string;
      id_or_num?: string;
    };
    if (path.endsWith('getnowblock') || path.endsWith('getblock')) {
      return { block_header: { raw_data: { number: Number(wanted) } } };
    }
    if (path.endsWith('gettransactioninfobyid'))
      return value === 'mined' ? { id: value, blockNumber: 100 } : {};
    return value === 'waiting' ? { txID: value } : {};
  }
  const newest = { block_header: { raw_data: { number: 100 } } };
  const ask = async (url: string | undefined, path: string, body: object = {}) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as unknown;
  };

  async function start(fault: Fault, at: PlannedFault['at'] = 'rpc wallet/gettransactioninfobyid') {
    const reply = (body: string, path: string) => JSON.stringify(node(path, body));
    return (await startBefore('TRON', tronLanguage, reply, { fault, at, nth: 1 })).urls;
  }

  it('tell of an older chain on one of the two', async () => {
    const [behind, other] = await start({ kind: 'lie', how: 'behind', requests: 4 });
    expect(await ask(behind, 'wallet/gettransactioninfobyid', { value: 'mined' })).toEqual({});
    expect(await ask(behind, 'wallet/getblock', { detail: false })).toEqual({
      block_header: { raw_data: { number: 94 } },
    });
    expect(await ask(behind, 'wallet/getblock', { id_or_num: '97' })).toEqual({});
    expect(await ask(other, 'wallet/getblock')).toEqual(newest);
    await ask(behind, 'wallet/getblock');
    expect(await ask(behind, 'wallet/getblock')).toEqual(newest);
  });

  it('do not know what waits, but what is included', async () => {
    const [unknowing] = await start({ kind: 'lie', how: 'unknown-transaction', requests: 9 });
    expect(await ask(unknowing, 'wallet/gettransactioninfobyid', { value: 'mined' })).toMatchObject(
      { id: 'mined' },
    );
    expect(await ask(unknowing, 'wallet/gettransactionfrompending', { value: 'waiting' })).toEqual(
      {},
    );
  });

  it('have the blocks, and do not know what their transactions came to', async () => {
    const [unknowing] = await start({ kind: 'lie', how: 'unknown-outcome', requests: 9 });
    expect(await ask(unknowing, 'wallet/gettransactioninfobyid', { value: 'mined' })).toEqual({});
    expect(
      await ask(unknowing, 'walletsolidity/gettransactioninfobyid', { value: 'mined' }),
    ).toEqual({});
    expect(await ask(unknowing, 'wallet/getblock')).toEqual(newest);
  });

  it('say of what is included that it failed', async () => {
    const [lying, other] = await start({ kind: 'lie', how: 'failed-outcome', requests: 9 });
    const failed = { result: 'FAILED', receipt: { result: 'REVERT' } };
    for (const state of ['wallet', 'walletsolidity']) {
      expect(await ask(lying, `${state}/gettransactioninfobyid`, { value: 'mined' })).toMatchObject(
        failed,
      );
      expect(
        await ask(other, `${state}/gettransactioninfobyid`, { value: 'mined' }),
      ).not.toMatchObject(failed);
    }
  });

  it('are busy in java-tron’s words, to what is sent and to what is asked', async () => {
    const busy = { kind: 'error', how: 'busy', forwarded: false } as const;
    const [sends] = await start(busy, 'rpc wallet/broadcasthex');
    expect(await ask(sends, 'wallet/broadcasthex')).toMatchObject({ code: 'SERVER_BUSY' });
    const [reads] = await start(busy, 'rpc wallet/getblock');
    expect(await ask(reads, 'wallet/getblock')).toMatchObject({
      Error: expect.stringContaining('lack of computing'),
    });
    expect(await ask(reads, 'wallet/getblock')).toEqual(newest);
  });
});
