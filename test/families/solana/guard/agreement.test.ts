import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRouterTransaction } from '../../../../src/families/solana/adapter/wire-transaction.ts';
import { readSolanaWire, type SolanaWire } from '../../../../src/families/solana/guard/wire.ts';
import { built, table } from '../adapter/build-transaction.ts';
import { call, readonly, signing, writable } from './scenario.ts';

/**
 * The guard and the adapter read the wire form with code of their own: what they make of the same
 * bytes has to be the same.
 */
interface Read
  extends Pick<SolanaWire, 'keys' | 'blockhash' | 'instructions' | 'lookups' | 'signatures'> {}

function shown(read: () => Read) {
  try {
    const { keys, blockhash, instructions, lookups, signatures } = read();
    const calls = instructions.map(({ program, accounts, data }) => [
      program,
      [...accounts],
      hex(data),
    ]);
    return { keys, blockhash, calls, lookups, signatures: signatures.map(hex) };
  } catch {
    return 'refused';
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const byGuard = (bytes: Uint8Array) => shown(() => readSolanaWire(bytes));
const byAdapter = (bytes: Uint8Array) =>
  shown(() => {
    const data = Buffer.from(bytes).toString('base64');
    const { signatures, message } = readRouterTransaction({ family: 'solana', data });
    return { ...message, signatures };
  });

const accounts = Array.from({ length: 6 }, (_, index) =>
  new PublicKey(Buffer.alloc(32, index + 3)).toBase58(),
);
const payer = Keypair.fromSeed(Buffer.alloc(32, 1)).publicKey;
const tables = [
  table(
    accounts.slice(0, 2).map((one) => new PublicKey(one)),
    new PublicKey(Buffer.alloc(32, 99)),
  ),
];

const anInstruction = fc.record({
  program: fc.constantFrom(SystemProgram.programId.toBase58(), accounts[5]!),
  keys: fc.array(
    fc.record({
      account: fc.constantFrom(...accounts.slice(0, 5)),
      role: fc.constantFrom(writable, readonly, signing),
    }),
    { maxLength: 5 },
  ),
  data: fc.uint8Array({ maxLength: 140 }),
});

const aTransaction = fc
  .record({
    instructions: fc.array(anInstruction, { minLength: 1, maxLength: 4 }),
    versioned: fc.boolean(),
  })
  .map(({ instructions, versioned }) => {
    const calls = instructions.map(({ program, keys, data }) =>
      call(
        program,
        keys.map(({ account, role }) => role(account)),
        [...data],
      ),
    );
    return Buffer.from(built(payer, calls, versioned ? { tables } : {}).data, 'base64');
  });

describe('the guard’s reader and the adapter’s', () => {
  it('read what the library writes, and the same in it', () => {
    fc.assert(
      fc.property(aTransaction, (bytes) => {
        const read = byGuard(bytes);
        expect(read).not.toBe('refused');
        expect(read).toEqual(byAdapter(bytes));
      }),
      { numRuns: 150 },
    );
  });

  it('never read two things in bytes that were tampered with', () => {
    const tampering = fc.record({
      place: fc.nat(),
      value: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(aTransaction, tampering, (bytes, { place, value, cut }) => {
        const tampered = Buffer.from(bytes.subarray(0, bytes.length - cut));
        // Signatures may be anything; what follows them is what matters.
        tampered[place % 2 === 0 ? 0 : 65 + (place % (tampered.length - 65))] = value;
        const read = byGuard(tampered);
        if (read !== 'refused') expect(read).toEqual(byAdapter(tampered));
      }),
      { numRuns: 500 },
    );
  });
});
