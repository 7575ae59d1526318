import { Keypair, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import {
  readOwnBytes,
  readRouterTransaction,
} from '../../../../src/families/solana/adapter/wire-transaction.ts';
import { built, table } from './build-transaction.ts';

const payer = Keypair.generate().publicKey;
const receiver = Keypair.generate().publicKey;
const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: receiver, lamports: 1 });
const legacy = Buffer.from(built(payer, [transfer]).data, 'base64');
const versioned = Buffer.from(
  built(payer, [transfer], { tables: [table([receiver])] }).data,
  'base64',
);

describe('the wire form of a transaction', () => {
  it('is read, legacy or with a lookup table', () => {
    const keys = readRouterTransaction({ family: 'solana', data: legacy.toString('base64') })
      .message.keys;
    expect(keys).toEqual([payer, receiver, SystemProgram.programId].map((key) => key.toBase58()));
    const { message } = readRouterTransaction({
      family: 'solana',
      data: versioned.toString('base64'),
    });
    expect(message.lookups).toMatchObject([{ writable: [0], readonly: [] }]);
  });

  it.each([
    ['something behind it', Buffer.concat([legacy, Buffer.of(0)])],
    ['its end missing', legacy.subarray(0, -1)],
    [
      'a length in more bytes than it needs',
      Buffer.concat([Buffer.of(0x81, 0), legacy.subarray(1)]),
    ],
    ['a version that does not exist', Buffer.from(versioned.with(65, 0x87))],
    [
      'more signatures than signers',
      Buffer.concat([Buffer.of(2), Buffer.alloc(64), legacy.subarray(1)]),
    ],
    ['more bytes than a packet', Buffer.concat([legacy, Buffer.alloc(1_300)])],
    ['nothing in it', Buffer.alloc(0)],
  ])('is refused with %s', (_what, bytes) => {
    expect(() =>
      readRouterTransaction({ family: 'solana', data: bytes.toString('base64') }),
    ).toThrow(expect.objectContaining({ code: 'ROUTER_MALFORMED' }));
    expect(() => readOwnBytes(`0x${bytes.toString('hex')}`)).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }),
    );
  });
});
