import { describe, expect, it } from 'vitest';
import { reservations } from '../../src/executor/effects/lease-step.ts';
import type { PlannedStep } from '../../src/executor/effects/swap-step.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import { aSnapshot, usdc } from '../support/snapshot.ts';

describe('what a lease reserves', () => {
  it('contains what the network takes beside gas, also where the swap pays in a token', async () => {
    const gas = { gasLimit: 100n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
    const planned = {
      kind: 'swap',
      transaction: () => ({}),
      fee: { family: 'evm', ...gas, surcharge: 7n },
    } as unknown as PlannedStep;
    const nativeToken = { address: evmNativeToken, symbol: 'ETH', decimals: 18 };
    const adapter = {
      chain: { family: 'evm', name: 'BASE', nativeToken },
      valueOf: () => 5n,
    } as unknown as ChainAdapter;
    const snapshot = aSnapshot();
    expect(await reservations(snapshot, planned, adapter)).toEqual([
      { token: usdc, amount: snapshot.swap.job.amount },
      { token: evmNativeToken, amount: 5n + 1_000n + 7n },
    ]);
  });
});
