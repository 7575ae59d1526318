import { describe, expect, it } from 'vitest';
import { account, gateway, rawBytes, receiver, swapCall } from '../guard/scenario.ts';
import { type Answers, adapterOf, contracts, hexOf } from './fake-node.ts';

const prices = {
  getEnergyFee: 210,
  getTransactionFee: 1_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getCreateAccountFee: 100_000,
  getMemoFee: 1_000_000,
};
/**
 * Bytes of raw data with numbers at maximum length, the signature and the result. Each costs 1,000
 * sun.
 */
const bandwidthFee = 365_000n;

function estimate(
  world: {
    balance?: number;
    resources?: object;
    without?: string;
    receiverExists?: boolean;
    energy?: number;
  } = {},
  call = swapCall,
) {
  const {
    balance = 1_000_000_000,
    resources = {},
    without,
    receiverExists = false,
    energy = 100_001,
  } = world;
  const answers: Answers = {
    'wallet/getchainparameters': () => ({
      chainParameter: Object.entries(prices).flatMap(([key, value]) =>
        key === without ? [] : [{ key, value }],
      ),
    }),
    'wallet/getaccountresource': () => resources,
    'wallet/getaccount': ({ address }) =>
      address === hexOf(account) || receiverExists ? { address, balance } : {},
    'wallet/triggerconstantcontract': contracts({
      'swap()': () => ({ energy_used: energy, energy_penalty: 40_000 }),
    }),
  };
  return adapterOf(answers).adapter.estimateFee(account, call);
}

const swap = { ...swapCall, data: '0x8119c065' };
const energyFee = 130_002n * 210n;

describe('the maximum cost of a TRON call', () => {
  it('is its energy plus three tenths, and all of its bytes', async () => {
    const fee = await estimate({}, swap);
    expect(fee).toMatchObject({ family: 'tron', feeLimit: energyFee });
    if (fee.family !== 'tron') return;
    const size = (rawBytes(swap).length - 2) / 2 + 67 + 3 + 64;
    expect(fee.bandwidthFee).toBeGreaterThanOrEqual(BigInt(size) * 1_000n);
    expect(fee.bandwidthFee).toBeLessThan(BigInt(size + 20) * 1_000n);
  });

  it('must be covered together with the coins sent', async () => {
    const needed = energyFee + bandwidthFee;
    const short = { code: 'INSUFFICIENT_GAS' };
    await expect(estimate({ balance: 1_500_000 }, swap)).rejects.toMatchObject({
      ...short,
      message: expect.stringMatching(/: it has 1\.5 TRX and may need \d+\.\d+ TRX$/),
    });
    await expect(estimate({ balance: Number(needed / 2n) }, swap)).rejects.toMatchObject(short);
    await expect(
      estimate({ balance: Number(needed) }, { ...swap, value: needed }),
    ).rejects.toMatchObject(short);
  });

  it('can be covered by staked resources, which do not lower it', async () => {
    const resources = {
      EnergyLimit: 150_000,
      EnergyUsed: 19_998,
      freeNetLimit: 600,
      freeNetUsed: 100,
    };
    expect(await estimate({ balance: 0, resources }, swap)).toMatchObject({ feeLimit: energyFee });
    const used = { ...resources, EnergyUsed: 19_999 };
    await expect(estimate({ balance: 0, resources: used }, swap)).rejects.toMatchObject({
      code: 'INSUFFICIENT_GAS',
    });
    const noBytes = { ...resources, freeNetUsed: 600, NetLimit: 100 };
    await expect(estimate({ balance: 0, resources: noBytes }, swap)).rejects.toMatchObject({
      code: 'INSUFFICIENT_GAS',
    });
  });

  it('is higher for a transfer to a new account', async () => {
    const transfer = { family: 'tron', to: receiver, data: '0x', value: 5n } as const;
    const [there, fresh] = [
      await estimate({ receiverExists: true }, transfer),
      await estimate({}, transfer),
    ];
    if (there.family !== 'tron' || fresh.family !== 'tron') throw new Error('another family');
    expect(fresh.feeLimit).toBe(0n);
    expect(fresh.bandwidthFee - there.bandwidthFee).toBe(1_100_000n);
  });

  it('is higher for a memo, if the network charges for it', async () => {
    const transfer = { family: 'tron', to: receiver, data: '0x', value: 5n } as const;
    const said = { ...transfer, memo: 'abcdefgh' };
    const world = { receiverExists: true };
    const [plain, priced] = [await estimate(world, transfer), await estimate(world, said)];
    const free = await estimate({ ...world, without: 'getMemoFee' }, said);
    if (plain.family !== 'tron' || priced.family !== 'tron' || free.family !== 'tron')
      throw new Error('another family');
    // Eight bytes, and two for tag and length.
    expect(free.bandwidthFee - plain.bandwidthFee).toBe(10_000n);
    expect(priced.bandwidthFee - free.bandwidthFee).toBe(1_000_000n);
    const short = estimate({ ...world, balance: Number(priced.bandwidthFee) }, said);
    await expect(short).rejects.toMatchObject({ code: 'INSUFFICIENT_GAS' });
  });

  it('is unknown for a call that reverts, and without the prices', async () => {
    await expect(estimate({}, { ...swapCall, to: gateway })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    await expect(estimate({ energy: 0 }, swap)).rejects.toMatchObject({ code: 'RPC_UNSUPPORTED' });
    await expect(estimate({ without: 'getEnergyFee' }, swap)).rejects.toMatchObject({
      code: 'RPC_MALFORMED',
    });
  });
});
