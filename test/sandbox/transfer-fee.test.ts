import fc from 'fast-check';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { MINTABLE_TOKENS } from '../../sandbox/chains/chain-catalogue.ts';
import {
  convertByPrice,
  grossForNet,
  netOfTransfer,
  type Token,
} from '../../sandbox/chains/token.ts';

const fee: Token = { ...MINTABLE_TOKENS.FEE, chain: 'ETH', address: zeroAddress };
const usdc: Token = { ...MINTABLE_TOKENS.USDC, chain: 'ETH', address: zeroAddress };
const amounts = fc.bigInt({ min: 0n, max: 10n ** 40n });

describe('amounts', () => {
  it('are sent so that exactly the net amount arrives', () => {
    fc.assert(fc.property(amounts, (net) => netOfTransfer(fee, grossForNet(fee, net)) === net));
    fc.assert(fc.property(amounts, (net) => grossForNet(usdc, net) === net));
  });

  it('are converted by the fixed prices, less the fee, rounded down', () => {
    expect(convertByPrice(usdc, 2_000_000n, fee, 0n)).toBe(10n ** 18n);
    expect(convertByPrice(fee, 10n ** 18n, usdc, 10n)).toBe(1_998_000n);
    expect(convertByPrice(fee, 1n, usdc, 0n)).toBe(0n);
  });
});
