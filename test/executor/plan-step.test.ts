import { describe, expect, it, vi } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { planStep } from '../../src/executor/effects/plan-step.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { ObservationStore } from '../../src/ports/stores/observation-store.ts';
import { aReadyOrder, aSnapshot, aSwap, usdc } from '../support/snapshot.ts';

const fee = { family: 'evm', gasLimit: 10n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n } as const;
const amount = 1_000_000_000n;

interface Held {
  tokens: bigint;
  coins: bigint;
}

/**
 * A chain whose newest block shows other balances than the one that is known, and what became of a
 * plan for a payment of tokens.
 */
async function plan(
  known: Held,
  newest: Held,
  estimateFee: () => Promise<unknown> = async () => fee,
) {
  const balances = vi.fn(async (_account: string, _tokens: readonly string[], maxAge = 0) => {
    const { tokens, coins } = maxAge > 0 ? known : newest;
    return {
      block: maxAge > 0 ? 1n : 2n,
      balances: new Map([[usdc, tokens] as const, [evmNativeToken, coins] as const]),
    };
  });
  const allowance = vi.fn(async () => ({ value: 0n, block: 2n }));
  const adapter = {
    chain: {
      name: 'ETH',
      family: 'evm',
      blockTimeMs: 12_000,
      nativeToken: { address: evmNativeToken, symbol: 'ETH' },
    },
    balances,
    allowances: { read: allowance },
    estimateFee: vi.fn(estimateFee),
    valueOf: () => 0n,
  };
  const context = {
    chains: new Map([['ETH', adapter]]),
    journal: { recordAllowance: async () => [] },
    walletList: { recent: async () => [] },
    checkpoint: async () => undefined,
  } as unknown as ExecutorContext<ObservationStore>;
  const order = aReadyOrder();
  const planned = planStep(context, aSnapshot({ swap: aSwap({ state: 'quoted' }), order }), {
    kind: 'execute',
    step: 'swap',
    order,
  });
  return { planned: await planned.catch((error: unknown) => error), balances, allowance };
}

const enough = { tokens: amount, coins: 100n };

describe('a payment', () => {
  it('is planned by the balances of a recent block where they suffice', async () => {
    const { planned, balances } = await plan(enough, { tokens: 0n, coins: 0n });
    expect(planned).toMatchObject({ kind: 'planned', step: { fee, balances: { block: 1n } } });
    expect(balances).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['tokens', { tokens: amount - 1n, coins: 100n }],
    ['coins for the fee', { tokens: amount, coins: 99n }],
  ])(
    'is planned by what the newest block shows where %s have just come in',
    async (_what, known) => {
      const { planned, balances } = await plan(known, enough);
      expect(planned).toMatchObject({ kind: 'planned', step: { balances: { block: 2n } } });
      expect(balances).toHaveBeenCalledTimes(2);
    },
  );

  it('is refused for want of tokens, whatever the estimate says', async () => {
    const short = { tokens: 5n, coins: 100n };
    const reverts = async () => {
      throw new FerrymanError('TRANSACTION_REVERTS', 'too little');
    };
    const { planned, allowance } = await plan(short, short, reverts);
    const refusal = { kind: 'insufficient', what: 'balance', available: 5n, needed: amount };
    expect(planned).toMatchObject({ kind: 'refused', observation: { kind: 'refused', refusal } });
    expect(allowance).not.toHaveBeenCalled();
  });

  it('that reverts though the balances suffice has its allowance read, and fails', async () => {
    const reverts = async () => {
      throw new FerrymanError('TRANSACTION_REVERTS', 'not allowed');
    };
    const { planned, allowance } = await plan(enough, enough, reverts);
    expect(planned).toMatchObject({ code: 'TRANSACTION_REVERTS' });
    expect(allowance).toHaveBeenCalledTimes(1);
  });
});
