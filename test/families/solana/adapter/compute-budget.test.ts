import { ComputeBudgetProgram, Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { feeOf, withFee } from '../../../../src/families/solana/adapter/compute-budget.ts';
import {
  readRouterTransaction,
  type WireMessage,
} from '../../../../src/families/solana/adapter/wire-transaction.ts';
import { built, table } from './build-transaction.ts';

const payer = Keypair.generate().publicKey;
const fee = {
  family: 'solana',
  signatureFee: 5_000n,
  computeUnitLimit: 123_456n,
  computeUnitPrice: 7_000_000_000n,
} as const;

const messageOf = (...parameters: Parameters<typeof built>): WireMessage =>
  readRouterTransaction(built(...parameters)).message;

/** What a message does, by addresses. */
function said({ keys, instructions, lookups }: WireMessage, loaded: readonly PublicKey[]) {
  expect(lookups.length > 0).toBe(loaded.length > 0);
  const all = [...keys, ...loaded.map((one) => one.toBase58())];
  return instructions.map(({ program, accounts, data }) => ({
    program: all[program],
    accounts: accounts.map((index) => all[index]),
    data: Buffer.from(data).toString('hex'),
  }));
}

describe('what a message says that it costs', () => {
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 });
  it.each([
    ['nothing is said', [], { computeUnitLimit: 200_000n, computeUnitPrice: 0n }],
    [
      'both are said',
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 40n }),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 70_000 }),
      ],
      { computeUnitLimit: 70_000n, computeUnitPrice: 2n ** 40n },
    ],
    [
      'more is said than a transaction can use',
      [ComputeBudgetProgram.setComputeUnitLimit({ units: 2_000_000 })],
      { computeUnitLimit: 1_400_000n, computeUnitPrice: 0n },
    ],
  ])('where %s', (_what, budget, expected) => {
    expect(feeOf(messageOf(payer, [...budget, transfer]))).toEqual({
      family: 'solana',
      signatureFee: 5_000n,
      ...expected,
    });
  });
});

describe('our own compute budget', () => {
  const loaded = [Keypair.generate().publicKey, Keypair.generate().publicKey];
  const transfers = loaded.map((to) =>
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 5 }),
  );
  const given = [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }), ...transfers];
  const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 32_768 });

  it.each([
    ['where the message has none', transfers, []],
    ['in the place of the one that it has', given, []],
    ['where accounts come from a lookup table', transfers, loaded],
    ['beside what else is said of it', [heap, ...given], loaded],
  ])('is put in front, %s', (_what, instructions, fromTable) => {
    const tables = fromTable.length > 0 ? [table(fromTable)] : [];
    const before = messageOf(payer, instructions, { tables });
    const after = withFee(before, fee);
    expect(feeOf(after)).toEqual(fee);
    const others = said(after, fromTable).slice(2);
    const isOurs = ({ data }: { data: string }): boolean =>
      data.startsWith('02') || data.startsWith('03');
    const kept = said(before, fromTable).filter(
      (one) => !one.program?.startsWith('ComputeBudget') || !isOurs(one),
    );
    expect(others).toEqual(kept);
    expect(after.keys.filter((one) => one.startsWith('ComputeBudget'))).toHaveLength(1);
  });
});
