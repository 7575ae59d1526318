import { describe, expect, it } from 'vitest';
import { maximumFee } from '../../../src/core/swap/transaction-object.ts';
import { replacementFee } from '../../../src/families/evm/formats/replacement-fee.ts';
import type { EvmFee } from '../../../src/families/evm/formats/transaction.ts';

const bps = 1_250;
const plenty = 10n ** 18n;

function fee(maxFeePerGas: bigint, maxPriorityFeePerGas: bigint, gasLimit = 100n): EvmFee {
  return { family: 'evm', gasLimit, maxFeePerGas, maxPriorityFeePerGas };
}

describe('replacementFee', () => {
  it('raises both fields by an eighth, rounded up', () => {
    expect(replacementFee(fee(100n, 1n), bps, fee(1n, 1n), plenty)).toMatchObject({
      maxFeePerGas: 113n,
      maxPriorityFeePerGas: 2n,
    });
  });

  it('takes what the market asks where that is more, with the gas limit of now', () => {
    expect(replacementFee(fee(100n, 1n), bps, fee(500n, 9n, 70n), plenty)).toEqual(
      fee(500n, 9n, 70n),
    );
  });

  it('stays within the most that may be paid, and never below the lowest replacement', () => {
    const within = replacementFee(fee(100n, 1n), bps, fee(500n, 9n), 20_000n);
    expect([within.maxFeePerGas, maximumFee(within)]).toEqual([200n, 20_000n]);
    expect(replacementFee(fee(100n, 1n), bps, fee(500n, 9n), 1_000n).maxFeePerGas).toBe(113n);
  });

  it('never tips more than it pays', () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = replacementFee(
      fee(100n, 100n),
      bps,
      fee(900n, 800n),
      20_000n,
    );
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas);
  });
});
