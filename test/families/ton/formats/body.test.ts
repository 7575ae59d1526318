import { crc32 } from 'node:zlib';
import { Address, type Builder, beginCell, type Cell, comment } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { readTonBody } from '../../../../src/families/ton/formats/body.ts';

const pool = '0:cd4eb85646333c6cdacbd9c1d73254f5ef7f5fd1a69c0870a0c45ad2824505f7';
const wallet = '-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c';
const at = (address: string): Address => Address.parseRaw(address);
const payload = comment('to the pool');
const custom = comment('custom');

/** Operations are the CRC-32 of their scheme (TEP-74, "TL-B schema"). */
const request = (scheme: string): number => crc32(scheme) & 0x7fffffff;
const response = (scheme: string): number => (crc32(scheme) | 0x80000000) >>> 0;
const either = 'forward_payload:Either Cell ^Cell = InternalMsgBody';
const schemes = {
  transfer: request(
    `transfer query_id:uint64 amount:VarUInteger 16 destination:MsgAddress response_destination:MsgAddress custom_payload:Maybe ^Cell forward_ton_amount:VarUInteger 16 ${either}`,
  ),
  burn: request(
    'burn query_id:uint64 amount:VarUInteger 16 response_destination:MsgAddress custom_payload:Maybe ^Cell = InternalMsgBody',
  ),
  notification: request(
    `transfer_notification query_id:uint64 amount:VarUInteger 16 sender:MsgAddress ${either}`,
  ),
  internal: request(
    `internal_transfer query_id:uint64 amount:VarUInteger 16 from:MsgAddress response_address:MsgAddress forward_ton_amount:VarUInteger 16 ${either}`,
  ),
  excesses: response('excesses query_id:uint64 = InternalMsgBody'),
};

const begin = (operation: number): Builder =>
  beginCell().storeUint(operation, 32).storeUint(42, 64);
const transfer = (): Builder =>
  begin(schemes.transfer)
    .storeCoins(100_000_000)
    .storeAddress(at(pool))
    .storeAddress(at(wallet))
    .storeMaybeRef(custom)
    .storeCoins(250_000_000);

const shown = (cell: Cell) =>
  JSON.parse(
    JSON.stringify(readTonBody(cell), (_name, value) =>
      typeof value === 'bigint' ? `${value}` : value?.hash && value.bits ? `${value}` : value,
    ),
  );

describe('a body of a message', () => {
  const transferred = {
    kind: 'jetton_transfer',
    queryId: '42',
    amount: '100000000',
    destination: pool,
    responseDestination: wallet,
    customPayload: `${custom}`,
    forwardAmount: '250000000',
    forwardPayload: `${payload}`,
  };
  it.each<[string, Cell, object]>([
    [
      'a transfer, its payload in a cell of its own',
      transfer().storeBit(true).storeRef(payload).endCell(),
      transferred,
    ],
    [
      'a transfer, its payload in line',
      transfer().storeBit(false).storeSlice(payload.beginParse()).endCell(),
      transferred,
    ],
    [
      'a transfer with nothing that can be left out',
      begin(schemes.transfer)
        .storeCoins(1)
        .storeAddress(at(pool))
        .storeAddress(null)
        .storeBit(false)
        .storeCoins(0)
        .storeBit(false)
        .endCell(),
      {
        kind: 'jetton_transfer',
        queryId: '42',
        amount: '1',
        destination: pool,
        forwardAmount: '0',
        forwardPayload: `${beginCell().endCell()}`,
      },
    ],
    [
      'a burn',
      begin(schemes.burn).storeCoins(7).storeAddress(at(wallet)).storeMaybeRef(null).endCell(),
      { kind: 'jetton_burn', queryId: '42', amount: '7', responseDestination: wallet },
    ],
    [
      'a notification',
      begin(schemes.notification)
        .storeCoins(7)
        .storeAddress(at(wallet))
        .storeBit(true)
        .storeRef(payload)
        .endCell(),
      {
        kind: 'jetton_notification',
        queryId: '42',
        amount: '7',
        sender: wallet,
        forwardPayload: `${payload}`,
      },
    ],
    [
      'an internal transfer',
      begin(schemes.internal)
        .storeCoins(7)
        .storeAddress(at(wallet))
        .storeAddress(at(pool))
        .storeCoins(1)
        .storeBit(true)
        .storeRef(payload)
        .endCell(),
      {
        kind: 'jetton_internal_transfer',
        queryId: '42',
        amount: '7',
        sender: wallet,
        responseDestination: pool,
        forwardAmount: '1',
        forwardPayload: `${payload}`,
      },
    ],
    ['excesses', begin(schemes.excesses).endCell(), { kind: 'jetton_excesses', queryId: '42' }],
    ['a comment', comment('for order 7'), { kind: 'comment', text: 'for order 7' }],
    [
      'a comment of several cells',
      comment('ü'.repeat(400)),
      { kind: 'comment', text: 'ü'.repeat(400) },
    ],
    ['an empty comment', beginCell().storeUint(0, 32).endCell(), { kind: 'comment', text: '' }],
    ['nothing', beginCell().endCell(), { kind: 'empty' }],
  ])('is read: %s', (_what, cell, body) => {
    expect(shown(cell)).toEqual(body);
  });

  const elsewhere = new Address(1, Buffer.alloc(32, 1));
  it.each<[string, Cell, number | undefined]>([
    ['another operation', begin(0x5fcc3d14).endCell(), 0x5fcc3d14],
    ['fewer bits than an operation', beginCell().storeUint(1, 31).endCell(), undefined],
    ['only a cell below it', beginCell().storeRef(payload).endCell(), undefined],
    ['a transfer that ends too early', transfer().endCell(), schemes.transfer],
    [
      'a transfer with bits left over',
      transfer().storeBit(true).storeRef(payload).storeBit(true).endCell(),
      schemes.transfer,
    ],
    [
      'a transfer with a cell left over',
      transfer().storeBit(true).storeRef(payload).storeRef(payload).endCell(),
      schemes.transfer,
    ],
    [
      'a transfer to a workchain that does not exist',
      begin(schemes.transfer)
        .storeCoins(1)
        .storeAddress(elsewhere)
        .storeAddress(null)
        .storeBit(false)
        .storeCoins(0)
        .storeBit(false)
        .endCell(),
      schemes.transfer,
    ],
    [
      'a burn with a cell left over',
      begin(schemes.burn)
        .storeCoins(7)
        .storeAddress(null)
        .storeBit(false)
        .storeRef(payload)
        .endCell(),
      schemes.burn,
    ],
    [
      'a comment with two cells below it',
      beginCell().storeUint(0, 32).storeRef(payload).storeRef(transfer().endCell()).endCell(),
      0,
    ],
    ['a comment of no whole bytes', beginCell().storeUint(0, 37).endCell(), 0],
    ['a comment that is no UTF-8', beginCell().storeUint(0, 32).storeUint(0xff, 8).endCell(), 0],
  ])('is unknown: %s', (_what, cell, operation) => {
    expect(readTonBody(cell)).toEqual({ kind: 'unknown', operation });
  });
});
