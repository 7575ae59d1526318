import { expect, it } from 'vitest';
import { showDeposit } from '../../src/cli/show-deposit.ts';
import type { SwapAnswer } from '../../src/cli/swap-answer.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';

const payBy = Date.UTC(2026, 0, 1, 12);
const at = (now: number) => ({ now, width: 80 });

function waiting(chain: string, memo?: string, change: Partial<SwapAnswer> = {}): SwapAnswer {
  const token = chainRegistry[chain]?.nativeToken.address ?? '';
  const deposit = { chain, address: 'somewhere', amount: '12.5', exchangeId: 'x1', payments: [] };
  return {
    state: 'awaiting_deposit',
    from: { chain, token, symbol: 'COIN' },
    refundAddress: 'ours',
    order: {
      provider: 'changenow',
      minOut: '1',
      expectedOut: '1',
      deposit: {
        ...deposit,
        payBy: new Date(payBy).toISOString(),
        ...(memo === undefined ? {} : { memo }),
      },
    },
    ...change,
  } as SwapAnswer;
}

it.each([
  ['TRON', 'TRON', 'memo (note)'],
  ['SOLANA', 'Solana', 'memo'],
  ['TON', 'TON', 'comment (memo)'],
  ['BITCOIN', 'Bitcoin', 'OP_RETURN output'],
])('says where a transfer on %s has its memo, in words of that chain', (chain, network, place) => {
  const shown = showDeposit(waiting(chain, '0042'), at(payBy - 600_000)) ?? '';
  expect(shown).toContain(`network  ${network}, and no other\n`);
  expect(shown).toContain('memo     0042\n');
  expect(shown).toContain(`MUST be in the ${place} of the transfer`);
  // Coins have no address that could be mistaken for where to pay.
  expect(shown).not.toMatch(/^token/m);
});

it.each([
  [600_000, '10 minutes'],
  [179_999, '2 minutes'],
  [119_999, '119 seconds'],
  [1, '0 seconds'],
])('says with %i ms left that it is %s', (left, said) => {
  expect(showDeposit(waiting('TON'), at(payBy - left))).toMatch(new RegExp(`, in ${said}$`, 'm'));
});

it('tells nobody to pay when there is no time left, or the swap is to be cancelled', () => {
  const cancel = { requestedAt: '', status: 'pending' } as const;
  for (const shown of [
    showDeposit(waiting('TON'), at(payBy)),
    showDeposit(waiting('TON', '1', { cancel }), at(payBy - 600_000)),
  ]) {
    expect(shown).toMatch(/^Do not pay/);
    expect(shown).not.toContain('somewhere');
  }
});

it('is for what is awaited only', () => {
  expect(showDeposit(waiting('TON', '1', { state: 'confirming' }), at(0))).toBeUndefined();
});
