import { Keypair, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../../src/families/shared/formats/base58.ts';
import {
  associatedAccount,
  isOnCurve,
  seededAddress,
  tokenPrograms,
} from '../../../../src/families/solana/guard/address.ts';

const associatedTokenProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

describe('addresses that the guard derives by itself', () => {
  it('are where the library derives them', async () => {
    for (let round = 0; round < 20; round++) {
      const [owner, mint] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
      for (const program of tokenPrograms) {
        const seeds = [owner, new PublicKey(program), mint].map((one) => one.toBytes());
        const [expected] = PublicKey.findProgramAddressSync(seeds, associatedTokenProgram);
        expect(associatedAccount(owner.toBase58(), mint.toBase58(), program)).toBe(
          expected.toBase58(),
        );
      }
      const seeded = await PublicKey.createWithSeed(owner, `seed ${round}`, mint);
      expect(seededAddress(owner.toBase58(), Buffer.from(`seed ${round}`), mint.toBase58())).toBe(
        seeded.toBase58(),
      );
    }
  });

  it('are on the curve where the library says so', () => {
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.alloc(32, round)
        .fill(round * 7, 3, 20)
        .fill(round, 31);
      const inField = bytes.with(31, bytes[31]! & 0x7f);
      expect(isOnCurve(inField)).toBe(PublicKey.isOnCurve(encodeBase58(inField)));
    }
    expect(isOnCurve(Keypair.generate().publicKey.toBytes())).toBe(true);
  });
});
