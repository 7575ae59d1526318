import { describe, expect, it } from 'vitest';
import { account, gateway, rawBytes, receiver, swapCall, usdt } from '../guard/scenario.ts';
import { type Answers, adapterOf, blockAt, chain, contracts, transferOf } from './fake-node.ts';

/** A node that shows a swap in which the gateway takes so much. */
const node = (taken: bigint, more: Answers = {}): Answers => ({
  'wallet/triggerconstantcontract': contracts({
    'balanceOf(address)': () => 5n,
    'totalSupply()': () => undefined,
    'allowance(address,address)': () => 1_000n,
    'swap()': () => ({ logs: [transferOf(usdt, account, gateway, taken)] }),
  }),
  'wallet/getcontractinfo': ({ value }) => ({
    smart_contract: { contract_address: value },
    runtimecode: '6000',
  }),
  ...more,
});

function simulate(...nodes: readonly Answers[]) {
  const { adapter } = adapterOf(...nodes);
  const fee = { family: 'tron', feeLimit: 1n, bandwidthFee: 0n } as const;
  const bytes = rawBytes({ ...swapCall, data: '0x8119c065', value: 0n });
  const unsigned = { family: 'tron', chain: chain.name, account, bytes, fee } as const;
  return adapter.simulate({ unsigned, accounts: [receiver], tokens: [usdt], inspect: [gateway] });
}

describe('a simulation on several TRON nodes', () => {
  it('needs two that show the same', async () => {
    expect((await simulate(node(7n), node(7n))).witnesses).toEqual({ hosts: ['a', 'b'] });
  });

  it('shows what both say if they differ on one block', async () => {
    const { witnesses } = await simulate(node(7n), node(8n));
    expect(witnesses?.contradiction?.map(({ host }) => host)).toEqual(['a', 'b']);
    expect(witnesses?.contradiction?.[1]?.shows).toContain('gets -8 of');
  });

  it('is made again if they differ on different blocks, as when a pool has moved between them', async () => {
    let asked = 0;
    const behind = node(8n, {
      'wallet/getblock': ({ id_or_num: id }) => blockAt(id === undefined ? 999 : Number(id)),
    });
    const moving = node(0n, {
      'wallet/triggerconstantcontract': contracts({
        'balanceOf(address)': () => 5n,
        'totalSupply()': () => undefined,
        'allowance(address,address)': () => 1_000n,
        'swap()': () => ({ logs: [transferOf(usdt, account, gateway, asked++ === 0 ? 7n : 8n)] }),
      }),
    });
    expect((await simulate(moving, behind)).witnesses).toEqual({ hosts: ['a', 'b'] });
    await expect(simulate(node(7n), behind)).rejects.toMatchObject({
      code: 'SIMULATION_UNSETTLED',
    });
  });

  it('waits while one is down', async () => {
    const down: Answers = {
      'wallet/triggerconstantcontract': () => new Response('', { status: 503 }),
    };
    await expect(simulate(node(7n), { ...node(7n), ...down })).rejects.toMatchObject({
      code: 'WITNESS_MISSING',
      message: expect.stringContaining('b does not answer'),
    });
  });
});

describe('two TRON nodes', () => {
  const says = (decimals: bigint, allowance = 0n): Answers =>
    node(7n, {
      'wallet/triggerconstantcontract': contracts({
        'decimals()': () => decimals,
        'symbol()': () => 1n,
        'balanceOf(address)': () => 5n,
        'allowance(address,address)': () => allowance,
        'swap()': () => ({ energy_used: 1_000, logs: [] }),
      }),
    });

  it.each([
    [6n, 9n],
    [9n, 6n],
  ])('do not agree on the decimals %i and %i of a token', async (one, other) => {
    await expect(adapterOf(says(one), says(other)).adapter.token(usdt)).rejects.toMatchObject({
      code: 'WITNESSES_DISAGREE',
      message: expect.stringContaining('9 decimals'),
    });
  });

  it.each([
    [3n, 10n],
    [10n, 3n],
  ])('count with the lower allowance of %i and %i', async (one, other) => {
    const { allowances } = adapterOf(says(6n, one), says(6n, other)).adapter;
    expect(await allowances.read(account, usdt, gateway)).toMatchObject({ value: 3n });
  });

  it.each([
    [3, 10],
    [10, 3],
  ])('count with the lower balance of %i and %i', async (one, other) => {
    const holding = (balance: number): Answers => ({
      'wallet/getaccount': ({ address }) => ({ address, balance }),
    });
    const native = chain.nativeToken.address;
    const { balances } = await adapterOf(holding(one), holding(other)).adapter.balances(account, [
      native,
    ]);
    expect(balances.get(native)).toBe(3n);
  });

  it.each([0, 1])('contradict each other if node %i shows other code', async (liar) => {
    const other = node(7n, {
      'wallet/getcontractinfo': ({ value }) => ({
        smart_contract: { contract_address: value },
        runtimecode: '6001',
      }),
    });
    const nodes = [node(7n), node(7n)].with(liar, other);
    const { witnesses } = await simulate(...nodes);
    expect(witnesses?.contradiction?.[1]?.shows).toContain(`${gateway} has 0x`);
  });

  it.each([0, 1])('have to agree on the prices of the network (node %i)', async (liar) => {
    const pricing = (energy: number): Answers => ({
      ...says(6n),
      'wallet/getchainparameters': () => ({
        chainParameter: [
          { key: 'getEnergyFee', value: energy },
          { key: 'getTransactionFee', value: 1_000 },
        ],
      }),
      'wallet/getaccountresource': () => ({}),
      'wallet/getaccount': ({ address }) => ({ address, balance: 1_000_000_000 }),
    });
    const call = { ...swapCall, data: '0x8119c065', value: 0n } as const;
    const estimate = (...nodes: readonly Answers[]) =>
      adapterOf(...nodes).adapter.estimateFee(account, call);
    expect(await estimate(pricing(210), pricing(210))).toMatchObject({ feeLimit: 273_000n });
    await expect(
      estimate(...[pricing(210), pricing(210)].with(liar, pricing(210_000))),
    ).rejects.toMatchObject({
      code: 'WITNESSES_DISAGREE',
      message: expect.stringContaining('getEnergyFee'),
    });
  });
});
