import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import type { DepositTarget } from '../../../../src/ports/payments.ts';
import { type LocalChain, proofDepth, type Server, startLocalChain } from './local-chain.ts';

/** A transaction as Esplora tells it, as far as these tests change it. */
interface Told {
  txid: string;
  vin: { prevout: { scriptpubkey: string } | null }[];
  vout: { scriptpubkey: string; value: number }[];
}

const data = (script: string): Told['vout'][number] => ({ scriptpubkey: script, value: 0 });
const asHex = (text: string): string => Buffer.from(text).toString('hex');
/** OP_RETURN and one push. */
const memoScript = (text: string): string =>
  `6a${Buffer.byteLength(text).toString(16).padStart(2, '0')}${asHex(text)}`;

describe('payments to targets on Bitcoin', () => {
  let local: LocalChain;
  let adapter: ChainAdapter;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
    adapter = local.adapter();
  });
  afterAll(() => local.close());

  const placeOf = (account: string, after = 0n): DepositTarget => ({
    account,
    token: bitcoinNativeToken,
    after,
  });

  /** The address' history as the server tells it, changed. */
  function telling(change: (listed: Told[], path: string) => Told[]): ChainAdapter {
    return local.adapter({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const { pathname } = new URL(String(url));
        if (!pathname.includes('/txs/chain')) return response;
        return Response.json(change((await response.json()) as Told[], pathname));
      },
    });
  }

  async function look(by: ChainAdapter, target: DepositTarget) {
    const [seen] = await by.paymentsTo([target]);
    return seen!;
  }

  /** All that is found from look to look. */
  async function lookOn(by: ChainAdapter, target: DepositTarget, most = 20) {
    const { final } = await adapter.head();
    const found: { txId: string; number: bigint }[] = [];
    let { after } = target;
    let looks = 0;
    for (; after < final && looks < most; looks++) {
      const { payments, scannedUntil } = await look(by, { ...target, after });
      found.push(...payments.map(({ txId, block: { number } }) => ({ txId, number })));
      after = scannedUntil;
    }
    expect(after).toBe(final);
    return { found, looks };
  }

  it.each<Server>(['esplora', 'bitcoind'])(
    'are in a block: what waits for one is none (%s)',
    async (server) => {
      const by = local.adapter({ servers: [server] });
      const [account, receiver] = [await local.newAddress(), await local.newAddress()];
      await local.fund(account, 1_000_000n);
      const { latest } = await by.head();
      const order = { family: 'bitcoin', kind: 'transfer', to: receiver, value: 50_000n } as const;
      const bitcoin = local.adapter();
      const transaction = await bitcoin.inputs.choose(account, order);
      const fee = await bitcoin.estimateFee(account, transaction);
      const terms = { kind: 'outpoints', outpoints: bitcoin.inputs.of(transaction) } as const;
      const unsigned = await bitcoin.prepare({ account, terms, transaction, fee });
      const { txId, ...signed } = await bitcoin.sign(unsigned, local.keys, account);
      await bitcoin.broadcast({ txId, ...signed });
      const target = placeOf(receiver, latest);
      expect((await look(by, target)).payments).toEqual([]);
      await local.sandbox.blocks.mine(1);
      expect((await look(by, target)).payments).toMatchObject([
        { txId, amount: 50_000n, payer: account, final: false },
      ]);
      // Its change comes back to who has paid.
      expect((await look(by, placeOf(account, latest))).payments).toEqual([]);
    },
  );

  describe('with something beside them', () => {
    let receiver: string;
    beforeAll(async () => {
      receiver = await local.newAddress();
      await local.fund(receiver, 100_000n);
    });

    const paymentWith = async (change: (told: Told) => void) => {
      const by = telling((listed) => {
        for (const told of listed) change(told);
        return listed;
      });
      const { payments } = await look(by, placeOf(receiver));
      expect(payments).toMatchObject([{ amount: 100_000n }]);
      return payments[0]!;
    };

    it.each<[string, Told['vout'], string | undefined]>([
      ['a memo', [data(memoScript('order 5'))], 'order 5'],
      ['two memos', [data(memoScript('order 5')), data(memoScript('order 6'))], undefined],
      ['a memo, and data that is none', [data(memoScript('order 5')), data('6a5d0451')], undefined],
      ['data that is no text', [data('6a02fffe')], undefined],
      ['data with a zero in it', [data('6a03610062')], undefined],
      ['several pushes', [data(`6a01${asHex('a')}01${asHex('b')}`)], undefined],
    ])('have a memo where it is the only one: %s', async (_, outputs, memo) => {
      const payment = await paymentWith(({ vout }) => void vout.push(...outputs));
      expect(payment.memo).toBe(memo);
    });

    it('are from an address where all coins are', async () => {
      const { payer } = await paymentWith(() => undefined);
      expect(adapter.parseAddress(payer!)).toMatchObject({ ok: true });
      const other = { prevout: { scriptpubkey: `0014${'17'.repeat(20)}`, value: 1 } };
      const joined = await paymentWith(({ vin }) => void vin.push({ ...vin[0], ...other }));
      expect(joined.payer).toBeUndefined();
    });
  });

  describe('to a busy address', () => {
    const count = 30;
    let target: DepositTarget;
    let expected: { txId: string; number: bigint }[];
    beforeAll(async () => {
      const receiver = await local.newAddress();
      target = placeOf(receiver, (await adapter.head()).latest);
      for (let paid = 0; paid < count; paid++) await local.fund(receiver, 10_000n + BigInt(paid));
      await local.sandbox.blocks.mine(proofDepth);
      const received = await adapter.receivedSince(target.after, receiver, bitcoinNativeToken);
      expected = received.map(({ txId, block: { number } }) => ({ txId, number })).reverse();
      expect(expected).toHaveLength(count);
    });

    it.each<Server>(['esplora', 'bitcoind'])(
      'are all found, in their order, by %s',
      async (server) => {
        const { found } = await lookOn(local.adapter({ servers: [server] }), target);
        expect(found).toEqual(expected);
      },
    );

    it('are read by bitcoind so many blocks at a time, and the others at the next look', async () => {
      const by = local.adapter({ servers: ['bitcoind'] });
      const { looks } = await lookOn(by, target);
      expect(looks).toBe(2);
    });

    it.each([3, 10])('are all found where a server tells %i at once', async (most) => {
      const by = telling((listed) => listed.slice(0, most));
      const { found } = await lookOn(by, target);
      expect(found).toEqual(expected);
    });

    it('are not all there where the server does not go on with its list', async () => {
      const isFirst = (path: string): boolean => path.endsWith('/chain');
      const by = telling((listed, path) => (isFirst(path) ? listed.slice(0, 5) : []));
      await expect(by.paymentsTo([target])).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    });

    it('are asked for once for all that wait for one at the same address', async () => {
      let asked = 0;
      const by = telling((listed) => {
        asked += 1;
        return listed;
      });
      const middle = { ...target, after: expected[10]!.number };
      const seen = await by.paymentsTo([target, middle, target]);
      expect(seen.map(({ payments }) => payments.length)).toEqual([count, count - 11, count]);
      // Two pages of 25, and one that shows that nothing is behind them.
      expect(asked).toBe(3);
    });
  });
});
