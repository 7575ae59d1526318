import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxFeeRate } from '../../../../src/families/bitcoin/formats/max-fee.ts';
import type { BitcoinFee } from '../../../../src/families/bitcoin/formats/transaction.ts';
import { type LocalChain, type Server, startLocalChain } from './local-chain.ts';

/** Satoshis per 1,000 virtual bytes that nodes relay at least. */
const least = 1_000n;

describe('the fee rate of a sole Bitcoin server', () => {
  let local: LocalChain;
  let account: string;
  let receiver: string;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
    [account, receiver] = [await local.newAddress(), await local.newAddress()];
    await local.fund(account, 50_000_000n);
  });
  afterAll(() => local?.close());

  /** Of a payment, where the server answers what `concerns` is true for in another way. */
  async function rateOf(
    server: Server,
    concerns: (url: string, body: string) => boolean,
    answer: () => Response,
  ): Promise<bigint> {
    const adapter = local.adapter({
      servers: [server],
      fetchOf: () => async (url, init) =>
        concerns(String(url), String(init?.body)) ? answer() : fetch(url, init),
    });
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: 40_000_000n,
    } as const;
    const transaction = await adapter.inputs.choose(account, transfer);
    const { total, virtualSize } = (await adapter.estimateFee(account, transaction)) as BitcoinFee;
    return (total * 1_000n) / virtualSize;
  }

  const ofEsplora = (estimates: object) =>
    rateOf(
      'esplora',
      (url) => url.endsWith('/fee-estimates'),
      () => Response.json(estimates),
    );
  const ofBitcoind = (answer: object, status = 200) =>
    rateOf(
      'bitcoind',
      (_url, body) => body.includes('estimatesmartfee'),
      () => Response.json({ id: 1, error: null, result: null, ...answer }, { status }),
    );

  it('is at most what the guard allows, whatever it says', async () => {
    expect(await ofEsplora({ 1: 19_000, 3: 19_000 })).toBe(maxFeeRate);
    expect(await ofBitcoind({ result: { feerate: 0.19, blocks: 3 } })).toBe(maxFeeRate);
  });

  it('is at least what nodes relay, also where the server fails to estimate it', async () => {
    expect(await ofEsplora({ 1: 0.01, 3: 0.01 })).toBe(least);
    expect(await ofEsplora({})).toBe(least);
    expect(await ofBitcoind({ result: { errors: ['Insufficient data'], blocks: 0 } })).toBe(least);
    expect(await ofBitcoind({ result: { feerate: -1, blocks: 3 } })).toBe(least);
    const disabled = { code: -32603, message: 'Fee estimation disabled' };
    expect(await ofBitcoind({ error: disabled }, 500)).toBe(least);
  });
});
