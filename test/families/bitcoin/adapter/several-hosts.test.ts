import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';

/** What a server says instead of its answer to a path. */
type Lie = [path: RegExp, change: (answer: unknown) => unknown];

const lyingFetch =
  ([path, change]: Lie): typeof fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    return path.test(String(url)) ? Response.json(change(await response.json())) : response;
  };

describe('two hosts of Bitcoin', () => {
  let local: LocalChain;
  let account: string;
  let receiver: string;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
    [account, receiver] = [await local.newAddress(), await local.newAddress()];
    await local.fund(account, 500_000n);
  });
  afterAll(() => local?.close());

  /** @param liar the host that says something else */
  const lying = (liar: number, lie: Lie): BitcoinAdapter =>
    local.adapter({
      servers: ['esplora', 'esplora'],
      fetchOf: (host) => (host === liar ? lyingFetch(lie) : fetch),
    });

  const paid = async (adapter: BitcoinAdapter) => {
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: 100_000n,
    } as const;
    const transaction = await adapter.inputs.choose(account, transfer);
    return { transaction, fee: await adapter.estimateFee(account, transaction) };
  };

  describe.each([0, 1])('of which host %i lies', (liar) => {
    it('count with the lower balance', async () => {
      const adapter = lying(liar, [/\/utxo$/, () => []]);
      const { balances } = await adapter.balances(account, [bitcoinNativeToken]);
      expect(balances.get(bitcoinNativeToken)).toBe(0n);
    });

    it('pay by the lower fee rate, which also bounds what is signed', async () => {
      const rates = (rate: number): Lie => [
        /\/fee-estimates$/,
        () => ({ 1: rate, 3: rate, 6: rate }),
      ];
      const adapter = lying(liar, rates(150));
      const honest = await paid(local.adapter());
      const { transaction, fee } = await paid(adapter);
      expect(fee).toEqual(honest.fee);
      const terms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) } as const;
      const unsigned = await adapter.prepare({ account, terms, transaction, fee });
      const asked = { unsigned, accounts: [], tokens: [bitcoinNativeToken], inspect: [] };
      const { bitcoin } = await adapter.simulate(asked);
      expect(bitcoin?.estimatedRate).toBe(
        (await local.adapter().simulate(asked)).bitcoin?.estimatedRate,
      );
    });

    it('pay by the estimate of the other if it has none', async () => {
      const estimating = (...estimates: object[]) =>
        local.adapter({
          servers: ['esplora', 'esplora'],
          fetchOf: (host) => lyingFetch([/\/fee-estimates$/, () => estimates[host]]),
        });
      const high = { 1: 150, 3: 150 };
      const both = await paid(estimating(high, high));
      const one = await paid(liar === 0 ? estimating({}, high) : estimating(high, {}));
      expect(one.fee).toEqual(both.fee);
    });

    it('contradict each other about whether a coin is spent', async () => {
      const spent = { spent: true, txid: 'ab'.repeat(32), vin: 0 };
      const status = {
        confirmed: true,
        block_height: 1,
        block_hash: '00'.repeat(32),
        block_time: 1,
      };
      const adapter = lying(liar, [/\/outspend/, () => ({ ...spent, status })]);
      const { transaction, fee } = await paid(local.adapter());
      const terms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) } as const;
      const unsigned = await adapter.prepare({ account, terms, transaction, fee });
      const asked = { unsigned, accounts: [], tokens: [bitcoinNativeToken], inspect: [] };
      const { contradiction } = (await adapter.simulate(asked)).witnesses ?? {};
      expect(contradiction).toHaveLength(2);
      expect(contradiction?.map(({ shows }) => shows).join()).toContain('already spent');
    });
  });
});
