import { Keypair, type PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseLookupTable } from '../../../../src/families/solana/adapter/lookup-tables.ts';

const entry = Keypair.generate().publicKey;
const owner = 'AddressLookupTab1e1111111111111111111111111';

function tableOf({
  authority,
  extended = 0n,
  deactivated = 2n ** 64n - 1n,
}: {
  authority?: PublicKey;
  extended?: bigint;
  deactivated?: bigint;
}): Uint8Array {
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1, 0);
  header.writeBigUInt64LE(deactivated, 4);
  header.writeBigUInt64LE(extended, 12);
  if (authority) {
    header[21] = 1;
    header.set(authority.toBytes(), 22);
  }
  return Buffer.concat([header, entry.toBytes()]);
}

describe('a lookup table of an endpoint', () => {
  it.each([
    ['frozen', {}, { isActive: true, canGrow: false, lastExtended: 0n }],
    [
      'with an authority, extended before',
      { authority: entry, extended: 77n },
      { isActive: true, canGrow: true, lastExtended: 77n },
    ],
    [
      'that is being deactivated',
      { deactivated: 5n },
      { isActive: false, canGrow: false, lastExtended: 0n },
    ],
  ])('is read: %s', (_what, given, expected) => {
    const account = { owner, data: tableOf(given), lamports: 1n, executable: false };
    expect(parseLookupTable(account)).toEqual({ addresses: [entry.toBase58()], ...expected });
  });

  it('is none if another program owns it', () => {
    const account = {
      owner: '11111111111111111111111111111111',
      data: tableOf({}),
      lamports: 1n,
      executable: false,
    };
    expect(parseLookupTable(account)).toBeUndefined();
  });
});
