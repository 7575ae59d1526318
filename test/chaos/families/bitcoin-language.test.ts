import { describe, expect, it } from 'vitest';
import type { Fault } from '../faults.ts';
import { startBefore } from '../proxies/start-before.ts';
import { bitcoinLanguage } from './bitcoin-language.ts';

describe('the proxies of Bitcoin', () => {
  const tip = 100;
  const included = (height: number) => ({
    confirmed: true,
    block_height: height,
    block_hash: `block${height}`,
  });
  const waits = { confirmed: false };
  const statuses: Readonly<Record<string, object>> = {
    mined: included(tip),
    old: included(80),
    waiting: waits,
  };
  /** Its coin is made in an old block and is being spent by what waits. */
  const spender = {
    txid: 'waiting',
    vin: [{ txid: 'old', vout: 1, prevout: { scriptpubkey_address: 'bcrt1', value: 7 } }],
    status: waits,
  };
  const coins = [
    { txid: 'mined', vout: 0, value: 5, status: included(tip) },
    { txid: 'waiting', vout: 0, value: 6, status: waits },
  ];

  /**
   * A node at block 100, with a transaction in its newest block, one in an old one, and one that
   * waits.
   */
  function node(path: string): unknown {
    const [topic, name = '', member] = path.slice(1).split('/');
    switch (topic) {
      case 'blocks':
        return member === 'hash' ? `block${tip}` : tip;
      case 'block-height':
        return `block${name}`;
      case 'block':
        return { id: name, height: Number(name.slice('block'.length)) };
      case 'tx':
        return member === 'outspend'
          ? { spent: true, txid: name, vin: 0, status: statuses[name] }
          : { txid: name, status: statuses[name] };
      default:
        if (member === 'utxo') return coins;
        return path.endsWith('mempool') ? [spender] : [{ txid: 'mined', status: included(tip) }];
    }
  }

  async function start(fault: Fault) {
    const reply = (_: string, path: string) => {
      const answer = node(path);
      return typeof answer === 'string' ? answer : JSON.stringify(answer);
    };
    return (
      await startBefore('BITCOIN', bitcoinLanguage, reply, { fault, at: 'rpc GET tx/:id', nth: 1 })
    ).urls;
  }
  const lie = (how: 'behind' | 'unknown-transaction' | 'unknown-outcome', requests = 50) =>
    start({ kind: 'lie', how, requests });

  /** Nothing where it has not got it. */
  async function ask(url: string | undefined, path: string): Promise<unknown> {
    const answer = await fetch(`${url}/${path}`);
    const text = await answer.text();
    if (answer.status === 404) return undefined;
    return /^[[{\d]/.test(text) ? JSON.parse(text) : text;
  }

  it('tell of an older chain on one of the two, for so many requests', async () => {
    const [behind, other] = await lie('behind', 11);
    expect(await ask(behind, 'tx/mined')).toEqual({ txid: 'mined', status: waits });
    expect(await ask(behind, 'tx/old')).toMatchObject({ status: included(80) });
    expect(await ask(behind, 'tx/mined/outspend/0')).toMatchObject({ spent: true, status: waits });
    expect(await ask(behind, 'blocks/tip/hash')).toBe('block94');
    expect(await ask(behind, 'blocks/tip/height')).toBe(94);
    expect(await ask(behind, 'block-height/95')).toBeUndefined();
    expect(await ask(behind, 'block-height/94')).toBe('block94');
    expect(await ask(behind, 'block/block95')).toBeUndefined();
    expect(await ask(behind, 'address/bcrt1/utxo')).toMatchObject([
      { status: waits },
      { status: waits },
    ]);
    expect(await ask(behind, 'address/bcrt1/txs/chain')).toEqual([]);
    expect(await ask(other, 'blocks/tip/hash')).toBe('block100');
    await ask(behind, 'blocks/tip/hash');
    expect(await ask(behind, 'blocks/tip/hash')).toBe('block100');
  });

  it('do not know what waits, and so have the coins that it spends', async () => {
    const [unknowing] = await lie('unknown-transaction');
    expect(await ask(unknowing, 'tx/waiting')).toBeUndefined();
    expect(await ask(unknowing, 'tx/mined')).toMatchObject({ status: included(tip) });
    expect(await ask(unknowing, 'tx/waiting/outspend/0')).toEqual({ spent: false });
    expect(await ask(unknowing, 'address/bcrt1/utxo')).toEqual([
      coins[0],
      { txid: 'old', vout: 1, value: 7, status: included(80) },
    ]);
  });

  it('have the blocks, and do not know what became of transactions', async () => {
    const [unknowing] = await lie('unknown-outcome');
    expect(await ask(unknowing, 'tx/mined')).toBeUndefined();
    expect(await ask(unknowing, 'tx/old/outspend/0')).toEqual({ spent: false });
    expect(await ask(unknowing, 'address/bcrt1/txs/chain')).toEqual([]);
    expect(await ask(unknowing, 'blocks/tip/hash')).toBe('block100');
    expect(await ask(unknowing, 'block/block100')).toMatchObject({ height: 100 });
  });
});
