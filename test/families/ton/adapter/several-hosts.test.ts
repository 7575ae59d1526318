import { createHash, randomBytes } from 'node:crypto';
import { beginCell, Dictionary } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TON, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import {
  coin,
  coinsTo,
  type LocalChain,
  type LocalWallet,
  sends,
  startLocalChain,
} from './local-chain.ts';
import { type Lies, lyingFetch } from './lying-fetch.ts';

const usdt = USDT.minter.toRawString();

/** TEP-64: a jetton with two decimals and the symbol of another one. */
function twoDecimals(): string {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, text] of [
    ['symbol', 'USDT'],
    ['decimals', '2'],
  ] as const)
    entries.set(
      createHash('sha256').update(name).digest(),
      beginCell().storeUint(0, 8).storeStringTail(text).endCell(),
    );
  const content = beginCell().storeUint(0, 8).storeDict(entries).endCell();
  return content.toBoc().toString('base64');
}

describe('two hosts of TON', () => {
  let local: LocalChain;
  let wallet: LocalWallet;
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet('v5r1', [[TON, 10n * coin]]);
  });
  afterAll(() => local.close());

  /** @param liar the host that says something else */
  const lying = (liar: number, lies: Lies) =>
    local.adapter({ hosts: 2, fetchOf: (host) => (host === liar ? lyingFetch(lies) : fetch) });

  /** Of the address alone. */
  const lieAbout = (address: string, change: object): Lies => ({
    getAddressInformation: (result, params) =>
      String(params.address).includes(address.slice(2))
        ? { ...(result as object), ...change }
        : result,
  });

  describe.each([0, 1])('of which host %i lies', (liar) => {
    it('do not agree on the decimals of a jetton', async () => {
      const adapter = lying(liar, {
        runGetMethod(result, { method }) {
          const told = result as { stack: unknown[] };
          if (method !== 'get_jetton_data') return told;
          return { ...told, stack: told.stack.with(3, ['cell', { bytes: twoDecimals() }]) };
        },
      });
      await expect(adapter.token(usdt)).rejects.toMatchObject({
        code: 'WITNESSES_DISAGREE',
        message: expect.stringContaining('2 decimals'),
      });
    });

    it('count with the lower balance', async () => {
      const held = async (balance: bigint) =>
        (
          await lying(liar, lieAbout(wallet.address, { balance: `${balance}` })).balances(
            wallet.address,
            [tonNativeToken],
          )
        ).balances.get(tonNativeToken);
      expect(await held(coin)).toBe(coin);
      const honest = await held(10_000n * coin);
      expect(honest).toBeGreaterThan(9n * coin);
      expect(honest).toBeLessThanOrEqual(10n * coin);
    });

    it('contradict each other about what a message reaches', async () => {
      const receiver = `0:${randomBytes(32).toString('hex')}`;
      const adapter = lying(liar, lieAbout(receiver, { state: 'frozen' }));
      const transaction = sends(coinsTo(receiver, coin));
      const fee = { family: 'ton', walletFee: coin / 100n } as const;
      const unsigned = await adapter.prepare({
        account: wallet.address,
        terms: { kind: 'seqno', seqno: 0n },
        ...{ transaction, fee },
      });
      const { witnesses } = await adapter.simulate({
        unsigned,
        ...{ accounts: [], tokens: [], inspect: [] },
      });
      expect(JSON.stringify(witnesses?.contradiction)).toContain(`${receiver} is frozen`);
    });

    it('count with the higher fee', async () => {
      const receiver = `0:${randomBytes(32).toString('hex')}`;
      const feeWith = async (gas: number) => {
        const adapter = lying(liar, {
          estimateFee(result) {
            const { source_fees: fees, ...rest } = result as { source_fees: object };
            return { ...rest, source_fees: { ...fees, gas_fee: gas } };
          },
        });
        const fee = await adapter.estimateFee(wallet.address, sends(coinsTo(receiver, coin)));
        return fee.family === 'ton' ? fee.walletFee : 0n;
      };
      const honest = await feeWith(0);
      expect(honest).toBeGreaterThan(0n);
      expect(await feeWith(100_000_000)).toBeGreaterThanOrEqual(150_000_000n);
    });
  });
});
