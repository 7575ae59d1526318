import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/core/decision.ts';
import type { Snapshot } from '../../src/core/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { checkShortage } from '../../src/executor/effects/check-shortage.ts';

const native = 'coin';
type Context = Parameters<typeof checkShortage>[0];

/** A chain where the account holds `balance` of the coin, and the job pays 10. */
function world(balance: bigint, requireCoins?: (account: string, amount: bigint) => Promise<void>) {
  const told = { asked: 0 };
  const adapter = {
    chain: { name: 'BITCOIN', family: 'bitcoin', nativeToken: { address: native, symbol: 'BTC', decimals: 8 } },
    async balances() {
      told.asked++;
      return { block: 1n, balances: new Map([[native, balance]]) };
    },
    ...(requireCoins ? { requireCoins } : {}),
  };
  const context = {
    chains: new Map([['BITCOIN', adapter]]),
    journal: { wallets: async () => [{ name: 'treasury', family: 'bitcoin' }] },
  } as unknown as Context;
  const wallet = { name: 'treasury', address: 'its address' };
  const from = { chain: 'BITCOIN', family: 'bitcoin', token: native };
  const snapshot = { swap: { job: { wallet, from, amount: 10n } } } as unknown as Snapshot;
  return { told, check: (asked: Promise<Observation>) => checkShortage(context, snapshot, asked) };
}

const complaint = () => Promise.reject(new FerrymanError('ROUTER_BALANCE', 'the balance is too low'));

describe('a routing service that misses the balance', () => {
  it('is believed where the chain shows too little', async () => {
    const refusal = { kind: 'insufficient', what: 'balance', available: 9n, needed: 10n };
    expect(await world(9n).check(complaint())).toMatchObject({ kind: 'refused', refusal });
  });

  it('is asked again where the chain shows enough', async () => {
    await expect(world(10n).check(complaint())).rejects.toMatchObject({ code: 'ROUTER_BALANCE' });
    await expect(world(10n, async () => undefined).check(complaint())).rejects.toMatchObject({
      code: 'ROUTER_BALANCE',
    });
  });

  it('does not end a swap whose coins come back with the next block, and ends one whose coins leave none for the fee', async () => {
    for (const code of ['BALANCE_RESERVED', 'INSUFFICIENT_BALANCE'] as const) {
      const failing = async (account: string, amount: bigint) => {
        throw new FerrymanError(code, `${account} and ${amount}`);
      };
      await expect(world(10n, failing).check(complaint())).rejects.toMatchObject({
        code,
        message: 'its address and 10',
      });
    }
  });

  it('is not looked after for any other answer', async () => {
    const { told, check } = world(9n);
    expect(await check(Promise.resolve({ kind: 'none' }))).toEqual({ kind: 'none' });
    const noRoute = Promise.reject(new FerrymanError('ROUTER_NO_ROUTE', 'no route'));
    await expect(check(noRoute)).rejects.toMatchObject({ code: 'ROUTER_NO_ROUTE' });
    expect(told.asked).toBe(0);
  });
});
