import { describe, expect, it } from 'vitest';
import type { TronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { decodeRawData } from '../../../../src/families/tron/adapter/raw-data.ts';
import type { UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import { account, gateway, swapCall } from '../guard/scenario.ts';
import {
  accountOf,
  adapterOf,
  blockAt,
  blockId,
  chain,
  latest,
  now,
  solidified,
} from './fake-node.ts';

const fee = { family: 'tron', feeLimit: 5_000_000n, bandwidthFee: 300_000n } as const;
const prepare = (adapter: TronAdapter, transaction = swapCall): Promise<UnsignedTransaction> =>
  adapter.prepare({ account, terms: { kind: 'expiry' }, transaction, fee });

/** The time of the newest block. */
const newestAt = (time: number) => ({
  'wallet/getblock': ({ id_or_num }: Record<string, unknown>) =>
    id_or_num === '0'
      ? blockAt(0)
      : {
          blockID: blockId(latest),
          block_header: { raw_data: { number: latest, timestamp: time } },
        },
});

describe('preparing a TRON transaction', () => {
  it('refers to the solidified block, and is valid for a minute', async () => {
    const unsigned = await prepare(adapterOf({}).adapter);
    const raw = decodeRawData(unsigned.bytes);
    expect(raw).toMatchObject({
      type: 'TriggerSmartContract',
      owner: accountOf(account),
      to: accountOf(gateway),
      data: swapCall.data,
      value: 0n,
      feeLimit: fee.feeLimit,
      referenceBytes: solidified.toString(16).padStart(4, '0'),
      referenceHash: blockId(solidified).slice(16, 32),
    });
    expect(unsigned).toMatchObject({
      family: 'tron',
      chain: 'TRON',
      account,
      fee,
      expires: raw.expiration,
    });
    expect(Number(raw.expiration) - now).toBeLessThanOrEqual(60_000);
    expect(Number(raw.expiration) - now).toBeGreaterThan(50_000);
    expect(Number(raw.timestamp)).toBeLessThanOrEqual(now);
  });

  it('takes the last two bytes of a longer number', async () => {
    const number = 75_000_000;
    const id = blockId(number);
    const { adapter } = adapterOf({
      'walletsolidity/getblock': () => ({
        blockID: id,
        block_header: { raw_data: { number, timestamp: now } },
      }),
    });
    const raw = decodeRawData((await prepare(adapter)).bytes);
    expect([raw.referenceBytes, raw.referenceHash]).toEqual([id.slice(12, 16), id.slice(16, 32)]);
  });

  it('is valid for a minute from the later of block and clock', async () => {
    for (const [time, from] of [
      [now - 100_000, now],
      [now + 100_000, now + 100_000],
    ] as const) {
      const { expires = 0n } = await prepare(adapterOf(newestAt(time)).adapter);
      expect(Number(expires) - from).toBeGreaterThan(50_000);
      expect(Number(expires) - from).toBeLessThanOrEqual(60_000);
    }
  });

  it('refuses a block with a time far in the future', async () => {
    await expect(prepare(adapterOf(newestAt(now + 86_400_000)).adapter)).rejects.toMatchObject({
      code: 'RPC_MALFORMED',
    });
    const { adapter } = adapterOf(newestAt(now + 86_400_000), {});
    expect(Number((await prepare(adapter)).expires) - now).toBeLessThanOrEqual(60_000);
  });

  it('makes different bytes for equal calls', async () => {
    const { adapter } = adapterOf({});
    const all = await Promise.all(Array.from({ length: 20 }, () => prepare(adapter)));
    expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(20);
    const fetch = (async (input: string | URL | Request) =>
      Response.json(
        blockAt(String(input).includes('walletsolidity') ? solidified : latest),
      )) as typeof globalThis.fetch;
    const genesis = blockId(latest);
    const options = {
      chain: { ...chain, genesis },
      rpcUrls: ['http://a'],
      fetch,
      clock: { now: () => now },
      random: () => 0,
    };
    const [one, other] = await Promise.all([1, 2].map(() => prepare(createTronAdapter(options))));
    expect(one).toEqual(other);
  });

  it('has no fee limit for a plain transfer', async () => {
    const raw = decodeRawData(
      (await prepare(adapterOf({}).adapter, { ...swapCall, data: '0x', value: 5n })).bytes,
    );
    expect(raw).toMatchObject({ type: 'TransferContract', value: 5n, feeLimit: 0n, data: '0x' });
  });
});

describe('accepted addresses and ids', () => {
  const { adapter } = adapterOf({});
  it('are base58 with a checksum', () => {
    expect(adapter.parseAddress(account)).toEqual({ ok: true, address: account });
    for (const text of [
      '',
      `41${accountOf(account).slice(2)}`,
      accountOf(account),
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    ]) {
      expect(adapter.parseAddress(text)).toMatchObject({ ok: false });
    }
  });

  it('are 64 digits without 0x', () => {
    const id = 'ab'.repeat(32);
    expect(adapter.parseTxId(id)).toBe(id);
    expect(adapter.parseTxId(`0x${id.toUpperCase()}`)).toBe(id);
    for (const text of ['', id.slice(1), `${id}0`, 'not an id'])
      expect(adapter.parseTxId(text)).toBeUndefined();
  });
});
