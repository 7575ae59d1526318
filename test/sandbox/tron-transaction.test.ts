import { createHash } from 'node:crypto';
import { type TronWeb, utils } from 'tronweb';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  parseHexAddress,
  parseTronAddress,
  renderHexAddress,
  renderTronAddress,
} from '../../sandbox/tron/tron-address.ts';
import {
  decodeRawData,
  decodeTransaction,
  encodeRawData,
  type TronTransactionData,
  UnsupportedTransaction,
} from '../../sandbox/tron/tron-transaction.ts';

const USDT = {
  base58: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  hex: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
};

describe('addresses of TRON', () => {
  it('are the EVM address behind 0x41, with a checksum', () => {
    const address = parseTronAddress(USDT.base58)!;
    expect(address).toBe('0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C');
    expect(renderTronAddress(address)).toBe(USDT.base58);
    expect(renderHexAddress(address)).toBe(USDT.hex);
    expect(parseHexAddress(USDT.hex)).toBe(address);
    expect(renderTronAddress(zeroAddress)).toBe('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');
  });

  it('agree with tronweb', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { base58, hex } = utils.accounts.generateAccount().address;
      const address = parseTronAddress(base58)!;
      expect(renderHexAddress(address)).toBe(hex.toLowerCase());
      expect(renderTronAddress(address)).toBe(base58);
    }
  });

  it.each([
    ['a wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['an EVM address', '0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C'],
    ['a letter that Base58 has not', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6O'],
    ['nothing', ''],
  ])('are refused with %s', (_, text) => {
    expect(parseTronAddress(text)).toBeUndefined();
  });
});

const owner = '0x1111111111111111111111111111111111111111' as const;
const to = '0x2222222222222222222222222222222222222222' as const;
const common = {
  refBlockBytes: '0x0102',
  refBlockHash: '0x0102030405060708',
  expiration: 1_795_287_507_788n,
  timestamp: 1_795_287_447_788n,
  memo: '0x',
} as const;
const transfer: TronTransactionData = {
  ...common,
  contract: { type: 'TransferContract', owner, to, amount: 1_000_000n },
  feeLimit: 0n,
};
const trigger: TronTransactionData = {
  ...common,
  contract: {
    type: 'TriggerSmartContract',
    owner,
    contract: to,
    callValue: 5n,
    data: '0xa9059cbb00ff',
  },
  feeLimit: 150_000_000n,
  memo: '0x6869',
};

/**
 * What tronweb makes of a transaction's JSON: an encoder that the sandbox has nothing to do with.
 */
function encodedByTronweb(json: object): string {
  return utils.transaction
    .txPbToRawDataHex(utils.transaction.txJsonToPb(json as Parameters<TronWeb['trx']['sign']>[0]))
    .toLowerCase();
}

describe('transactions of TRON', () => {
  it('are written as tronweb writes them', () => {
    const json = (type: string, value: object, more: object) => ({
      raw_data: {
        contract: [
          { type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } },
        ],
        ref_block_bytes: '0102',
        ref_block_hash: '0102030405060708',
        expiration: Number(common.expiration),
        timestamp: Number(common.timestamp),
        ...more,
      },
    });
    const addresses = { owner_address: renderHexAddress(owner), to_address: renderHexAddress(to) };
    expect(Buffer.from(encodeRawData(transfer)).toString('hex')).toBe(
      encodedByTronweb(json('TransferContract', { ...addresses, amount: 1_000_000 }, {})),
    );
    const call = {
      ...addresses,
      contract_address: addresses.to_address,
      call_value: 5,
      data: 'a9059cbb00ff',
    };
    expect(Buffer.from(encodeRawData(trigger)).toString('hex')).toBe(
      encodedByTronweb(
        json('TriggerSmartContract', call, { fee_limit: 150_000_000, data: '6869' }),
      ),
    );
  });

  it.each([transfer, trigger])(
    'are read as they were written, and named by their SHA-256',
    (data) => {
      const rawData = encodeRawData(data);
      const id = `0x${createHash('sha256').update(rawData).digest('hex')}`;
      expect(decodeRawData(rawData, ['0x01'])).toEqual({
        ...data,
        id,
        rawData,
        signatures: ['0x01'],
      });
    },
  );

  it.each([
    ['a transfer of a TRC-10 token', { type: 2 }],
    ['a permission update', { type: 46 }],
    ['another permission than the owner', { permission: 2 }],
    ['a parameter of another type', { url: 'type.googleapis.com/protocol.TriggerSmartContract' }],
    ['two contracts', { twice: true }],
  ])('are refused with %s', (_, change) => {
    expect(() => decodeRawData(rawWith(change), [])).toThrow(UnsupportedTransaction);
  });

  it('are refused where the bytes end too early', () => {
    const whole = encodeRawData(trigger);
    expect(() => decodeRawData(whole.subarray(0, whole.length - 1), [])).toThrow(RangeError);
    expect(() => decodeTransaction(Uint8Array.of(0x0a, 0xff))).toThrow(RangeError);
  });
});

interface Change {
  readonly type?: number;
  readonly permission?: number;
  readonly url?: string;
  readonly twice?: boolean;
}

/** A transfer that is not quite one, put together by hand. */
function rawWith({
  type = 1,
  permission,
  url = 'type.googleapis.com/protocol.TransferContract',
  twice,
}: Change) {
  const field = (number: number, bytes: Uint8Array) =>
    Buffer.concat([Uint8Array.of(number * 8 + 2, bytes.length), bytes]);
  const party = (address: string) => Buffer.from(`41${address.slice(2)}`, 'hex');
  const value = Buffer.concat([
    field(1, party(owner)),
    field(2, party(to)),
    Uint8Array.of(0x18, 1),
  ]);
  const parameter = Buffer.concat([field(1, Buffer.from(url)), field(2, value)]);
  const contract = Buffer.concat([
    Uint8Array.of(0x08, type),
    field(2, parameter),
    ...(permission === undefined ? [] : [Uint8Array.of(0x28, permission)]),
  ]);
  return Buffer.concat([field(11, contract), ...(twice ? [field(11, contract)] : [])]);
}
