import { ComputeBudgetProgram, Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../sandbox/base58.ts';
import { compileTransaction } from '../../sandbox/solana/compile-transaction.ts';
import { startEngine } from '../../sandbox/solana/engine.ts';
import { parseTransaction } from '../../sandbox/solana/parse-transaction.ts';
import { memo } from '../../sandbox/solana/token-instructions.ts';
import { transactionFee } from '../../sandbox/solana/transaction-fee.ts';

const START = 10n ** 15n;

it('computes the very fee that the engine takes, whatever a transaction asks for', async () => {
  const engine = await startEngine();
  const [payer, other] = [Keypair.generate(), Keypair.generate()];
  const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.option(arbitrary, { nil: undefined });
  fc.assert(
    fc.property(
      optional(fc.integer({ min: 0, max: 2_000_000 })),
      optional(fc.bigInt({ min: 0n, max: 10n ** 10n })),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      (units, price, memos, isCoSigned) => {
        engine.writeAccount(payer.publicKey, {
          lamports: START,
          data: new Uint8Array(),
          owner: SystemProgram.programId.toBytes(),
          executable: false,
          rentEpoch: 0n,
        });
        const signature = { pubkey: other.publicKey, isSigner: true, isWritable: false };
        const coSigned = SystemProgram.transfer({
          fromPubkey: payer.publicKey,
          toPubkey: payer.publicKey,
          lamports: 0,
        });
        coSigned.keys.push(...(isCoSigned ? [signature] : []));
        const bytes = compileTransaction({
          payer: payer.publicKey,
          instructions: [
            ...(units === undefined ? [] : [ComputeBudgetProgram.setComputeUnitLimit({ units })]),
            ...(price === undefined
              ? []
              : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })]),
            ...Array.from({ length: memos }, () => memo('something')),
            coSigned,
          ],
          blockhash: PublicKey.default.toBase58(),
          signers: isCoSigned ? [payer, other] : [payer],
        });
        engine.execute(bytes);
        const taken = START - engine.readAccount(payer.publicKey)!.lamports;
        expect(transactionFee(parseTransaction(bytes)!.message).total).toBe(taken);
      },
    ),
  );
});

it('writes base 58 as the client does, and reads it again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(encodeBase58(bytes)).toBe(new PublicKey(bytes).toBase58());
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
    }),
  );
  expect(encodeBase58(new Uint8Array(3))).toBe('111');
  expect(decodeBase58('0OIl')).toBeUndefined();
});
