import { describe, expect, it } from 'vitest';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { ApiSwap } from './api-swap.ts';
import { jobOf } from './audit-scenario.ts';
import { createManualPayer, type SendDeposit } from './manual-payer.ts';

const job = jobOf({ flow: 'deposit-by-hand', provider: 'changenow' });
const payBy = '2026-01-01T00:00:30.000Z';
const inTime = Date.parse(payBy) - 20_000;

function swapOf(state: SwapState, changes: Partial<ApiSwap> = {}): ApiSwap {
  const deposit = { address: '0xd1', amountBaseUnits: '50001000', payBy };
  return { id: 'swap-1', state, fundsState: 'untouched', legs: [], order: { deposit }, ...changes };
}

function payerAt(now = inTime, mayPay = () => true) {
  const sent: Parameters<SendDeposit>[0][] = [];
  const send: SendDeposit = async (deposit) => void sent.push(deposit);
  return { sent, payer: createManualPayer({ mayPay, send, now: () => now, log: () => undefined }) };
}

describe('a person who pays by hand', () => {
  it('pays what is asked for, once', async () => {
    const { sent, payer } = payerAt();
    expect(payer.hasPaid(job)).toBe(false);
    await payer.payFor(job, swapOf('awaiting_deposit'));
    await payer.payFor(job, swapOf('awaiting_deposit'));
    expect(sent).toEqual([
      { chain: 'ETH', address: '0xd1', token: job.from.token, amountBaseUnits: '50001000' },
    ]);
    expect(payer.hasPaid(job)).toBe(true);
  });

  it('pays coins by the address that stands for them', async () => {
    const { sent, payer } = payerAt();
    const coins = { ...job, from: { ...job.from, token: evmNativeToken } };
    await payer.payFor(coins, swapOf('awaiting_deposit'));
    expect(sent[0]?.token).toBe('0x0000000000000000000000000000000000000000');
  });

  it('has paid once it has tried, since the sandbox sends again by itself', async () => {
    const send: SendDeposit = () => Promise.reject(new Error('no block came'));
    const payer = createManualPayer({
      mayPay: () => true,
      send,
      now: () => inTime,
      log: () => undefined,
    });
    await payer.payFor(job, swapOf('awaiting_deposit'));
    expect(payer.hasPaid(job)).toBe(true);
  });

  it.each([
    ['nobody says where', payerAt(), job, swapOf('quoted', { order: {} })],
    ['the swap has ended', payerAt(), job, swapOf('expired')],
    [
      'the provider waits no more',
      payerAt(Date.parse(payBy) + 60_000),
      job,
      swapOf('awaiting_deposit'),
    ],
    ['the journal may forget it', payerAt(inTime, () => false), job, swapOf('awaiting_deposit')],
    ['Ferryman pays', payerAt(), jobOf({ flow: 'deposit' }), swapOf('executing')],
    [
      'there is time left to be late',
      payerAt(),
      { ...job, isPaidLate: true } as const,
      swapOf('awaiting_deposit'),
    ],
  ])('pays nothing where %s', async (_, { sent, payer }, asked, swap) => {
    await payer.payFor(asked, swap);
    expect(sent).toEqual([]);
    expect(payer.hasPaid(asked)).toBe(false);
  });

  it('comes late to a swap that has expired, and in time to the one that tries it again', async () => {
    const late = { ...job, isPaidLate: true } as const;
    const { sent, payer } = payerAt(Date.parse(payBy) + 30_000);
    await payer.payFor(late, swapOf('expired'));
    expect(sent).toHaveLength(1);
    const again = payerAt();
    await again.payer.payFor(late, swapOf('awaiting_deposit', { retryOf: 'swap-0' }));
    expect(again.sent).toHaveLength(1);
  });
});
