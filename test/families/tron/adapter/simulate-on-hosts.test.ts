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
