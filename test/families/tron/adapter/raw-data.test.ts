import { TronWeb, utils } from 'tronweb';
import { type Address, getAddress, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  decodeRawData,
  digestOf,
  encodeRawData,
  type RawData,
} from '../../../../src/families/tron/adapter/raw-data.ts';
import { tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import { hexOf, rawBytes, swapCall } from '../guard/scenario.ts';

const owner: Address = getAddress('0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3');
const contract: Address = getAddress('0x0605808857d431Bfb447979A599B19Ab48166C9c');
const call: RawData = {
  type: 'TriggerSmartContract',
  owner,
  to: contract,
  data: '0xa9059cbb00000000000000000000000007c6d5e2d79be05457632bb9f64fd58c9db8aac30000000000000000000000000000000000000000000000000000000000000005',
  value: 7n,
  feeLimit: 30_000_000n,
  referenceBytes: '00ab',
  referenceHash: '0011223344556677',
  expiration: 1_800_000_060_000n,
  timestamp: 1_800_000_000_000n,
};
const transfer: RawData = { ...call, type: 'TransferContract', data: '0x', feeLimit: 0n };

describe('raw data', () => {
  it('equals what tronweb builds offline, with the same id', async () => {
    const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
    const { transaction } = await web.transactionBuilder.triggerSmartContract(
      tronAddressOf(contract),
      'transfer(address,uint256)',
      {
        feeLimit: Number(call.feeLimit),
        callValue: Number(call.value),
        txLocal: true,
        blockHeader: {
          ref_block_bytes: call.referenceBytes,
          ref_block_hash: call.referenceHash,
          expiration: Number(call.expiration),
          timestamp: Number(call.timestamp),
        },
      },
      [
        { type: 'address', value: tronAddressOf(owner) },
        { type: 'uint256', value: 5 },
      ],
      tronAddressOf(owner),
    );
    const bytes = encodeRawData(call);
    expect(bytes).toBe(`0x${transaction.raw_data_hex}`);
    expect(Buffer.from(digestOf(bytes)).toString('hex')).toBe(transaction.txID);
  });

  it.each([
    ['a call', call],
    ['a call without coins', { ...call, value: 0n }],
    ['a transfer', transfer],
    ['a transfer with a memo', { ...transfer, memo: '6869' }],
    ['a call with a memo', { ...call, memo: '68c3bc' }],
  ])('survives decoding and encoding: %s', (_what, raw) => {
    const read = decodeRawData(encodeRawData(raw));
    expect({ ...read, owner: getAddress(read.owner), to: getAddress(read.to) }).toEqual(raw);
  });

  it('has the memo in tronweb’s field', () => {
    const { memo } = decodeRawData(rawBytes(swapCall, { raw: { data: '6869' } }));
    expect(memo).toBe('6869');
  });

  const bytes = encodeRawData(call);
  it.each<[string, string]>([
    ['no bytes', 'not hex'],
    ['nothing', '0x'],
    ['truncated bytes', bytes.slice(0, -2)],
    ['trailing bytes', `${bytes}00`],
    ['a repeated field', `${bytes}9001${'80a3c3e90d'}`],
    ['another permission', rawBytes(swapCall, { contract: { Permission_id: 2 } })],
    ['TRC-10 tokens', rawBytes(swapCall, { call: { token_id: 1_002_000, call_token_value: 1 } })],
    [
      'another type of contract',
      rawBytes(swapCall, {
        type: 'DelegateResourceContract',
        value: {
          owner_address: hexOf(tronAddressOf(owner)),
          receiver_address: hexOf(tronAddressOf(contract)),
          balance: 1,
        },
      }),
    ],
  ])('is not signed with %s', (_what, other) => {
    expect(() => decodeRawData(other)).toThrowError(
      expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }),
    );
  });

  it('refuses numbers that a double would change', () => {
    expect(() => encodeRawData({ ...call, value: 2n ** 53n })).toThrowError(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
  });

  it('is hashed as tronweb hashes it', () => {
    const id = utils.crypto.SHA256(utils.code.hexStr2byteArray(bytes.slice(2)));
    expect(Buffer.from(digestOf(bytes as Hex))).toEqual(Buffer.from(id));
  });
});
