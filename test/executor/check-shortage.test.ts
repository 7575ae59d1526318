import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/core/decide/decision.ts';
import type { Snapshot } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { checkShortage } from '../../src/executor/effects/check-shortage.ts';

const native = 'coin';
type Context = Parameters<typeof checkShortage>[0];

/** A chain on which the account holds `balance` of the coin; the job pays 10. */
function world(
  balance: bigint,
  requireCoins?: (account: string, amount: bigint) => Promise<void>,
  { fee = 0n, flow = 'wallet' }: { fee?: bigint | FerrymanError; flow?: string } = {},
) {
  const told = { asked: 0 };
  const adapter = {
    chain: {
      name: 'BITCOIN',
      family: 'bitcoin',
      nativeToken: { address: native, symbol: 'BTC', decimals: 8 },
    },
    paymentOf: async () => ({}),
    estimateFee: async () => {
      if (fee instanceof FerrymanError) throw fee;
      return { family: 'bitcoin', total: fee, virtualSize: 100n };
    },
    async balances() {
      told.asked++;
      return { block: 1n, balances: new Map([[native, balance]]) };
    },
    ...(requireCoins ? { inputs: { require: requireCoins } } : {}),
  };
  const context = {
    chains: new Map([['BITCOIN', adapter]]),
    walletList: { recent: async () => [{ name: 'treasury', family: 'bitcoin' }] },
  } as unknown as Context;
  const wallet = { name: 'treasury', address: 'its address' };
  const from = { chain: 'BITCOIN', family: 'bitcoin', token: native };
  const snapshot = { swap: { job: { wallet, from, flow, amount: 10n } } } as unknown as Snapshot;
  return { told, check: (asked: Promise<Observation>) => checkShortage(context, snapshot, asked) };
}

const refusal = () =>
  Promise.reject(new FerrymanError('ROUTER_REFUSED', 'HTTP 400: the wallet has too little'));
const complaint = () =>
  Promise.reject(new FerrymanError('ROUTER_BALANCE', 'the balance is too low'));

describe('a routing service that misses the balance', () => {
  it('is believed where the chain shows too little', async () => {
    const short = { kind: 'insufficient', what: 'balance', available: 9n, needed: 10n };
    expect(await world(9n).check(complaint())).toMatchObject({ kind: 'refused', refusal: short });
    expect(await world(9n).check(refusal())).toMatchObject({ kind: 'refused', refusal: short });
  });

  it('is asked again where the chain shows enough', async () => {
    await expect(world(10n).check(complaint())).rejects.toMatchObject({ code: 'ROUTER_BALANCE' });
    await expect(world(10n, async () => undefined).check(complaint())).rejects.toMatchObject({
      code: 'ROUTER_BALANCE',
    });
  });

  it('is believed where nothing is left for the fee of a plain payment', async () => {
    const short = { kind: 'insufficient', what: 'balance', available: 12n, needed: 13n };
    expect(await world(12n, undefined, { fee: 3n }).check(complaint())).toMatchObject({
      refusal: short,
    });
    const told = world(12n, undefined, {
      fee: new FerrymanError('INSUFFICIENT_GAS', 'no coins for a fee'),
    });
    await expect(told.check(complaint())).rejects.toMatchObject({ code: 'INSUFFICIENT_GAS' });
    await expect(world(13n, undefined, { fee: 3n }).check(complaint())).rejects.toMatchObject({
      code: 'ROUTER_BALANCE',
    });
  });

  it('has the last word where the chain cannot be looked at, or shows enough', async () => {
    for (const asked of [complaint, refusal]) {
      const said = await asked().catch((cause: unknown) => cause);
      const away = new FerrymanError('RPC_UNAVAILABLE', 'nobody answers');
      await expect(world(10n, () => Promise.reject(away)).check(asked())).rejects.toEqual(said);
      await expect(world(10n, undefined, { fee: away }).check(asked())).rejects.toEqual(said);
    }
    const waiting = new FerrymanError('BALANCE_RESERVED', 'a change comes back');
    await expect(world(10n, () => Promise.reject(waiting)).check(refusal())).rejects.toMatchObject({
      code: 'ROUTER_REFUSED',
    });
  });

  it('is not looked after where somebody pays by hand', async () => {
    const { told, check } = world(0n, undefined, { flow: 'deposit-by-hand' });
    await expect(check(complaint())).rejects.toMatchObject({ code: 'ROUTER_BALANCE' });
    expect(told.asked).toBe(0);
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
