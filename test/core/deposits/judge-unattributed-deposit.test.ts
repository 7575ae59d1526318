import { describe, expect, it } from 'vitest';
import type { DepositPayment } from '../../../src/core/deposits/deposit.ts';
import {
  findUnaccounted,
  isFollowedAgain,
  isMeantForLater,
  judgeUnattributedDeposit,
} from '../../../src/core/deposits/judge-unattributed-deposit.ts';
import { anOrder, noon } from '../../support/snapshot.ts';

const asset = { symbol: 'USDC', decimals: 6 };
const order = {
  provider: 'simple_swap',
  deposit: { address: '0xd', amount: 1_000_000n, memo: '7', exchangeId: 'x' },
  goodUntil: noon,
};
const followed = { isPaid: false, isFollowed: true };
const came = (change: Partial<DepositPayment> = {}): DepositPayment => ({
  ...{ txId: '0xaa', index: 0, amount: 1_000_000n, memo: '7', at: noon, final: true },
  block: { number: 5n, hash: '0x5' },
  ...change,
});

describe('money that is observed after the end of its swap', () => {
  it('is not reported as late if it came in time', () => {
    const { code, message } = judgeUnattributedDeposit(order, came(), asset, followed);
    expect(code).toBe('DEPOSIT_LATE');
    expect(message).toBe(
      '0xaa paid 1 USDC, observed after this swap had ended (order x at simple_swap)',
    );
  });

  it('is reported with its other faults', () => {
    expect(
      judgeUnattributedDeposit(order, came({ amount: 500_000n }), asset, followed),
    ).toMatchObject({
      code: 'DEPOSIT_SHORT',
      message: expect.stringContaining('order wants 1 USDC'),
    });
    expect(
      judgeUnattributedDeposit(order, came({ amount: 2_000_000n }), asset, followed).code,
    ).toBe('DEPOSIT_OVER');
    expect(judgeUnattributedDeposit(order, came({ at: noon + 1 }), asset, followed).code).toBe(
      'DEPOSIT_LATE',
    );
    expect(judgeUnattributedDeposit(order, came({ memo: '8' }), asset, followed).code).toBe(
      'DEPOSIT_WITHOUT_MEMO',
    );
    // The provider is no longer polled.
    const left = judgeUnattributedDeposit(order, came({ amount: 500_000n }), asset, {
      isPaid: false,
      isFollowed: false,
    });
    expect(left).toMatchObject({
      code: 'DEPOSIT_LATE',
      message: expect.stringContaining('order wants 1 USDC'),
    });
  });

  it('is `DEPOSIT_TWICE` if the swap is paid, whatever its amount', () => {
    expect(
      judgeUnattributedDeposit(order, came({ amount: 500_000n }), asset, {
        isPaid: true,
        isFollowed: false,
      }).code,
    ).toBe('DEPOSIT_TWICE');
  });
});

describe('the reaction to it', () => {
  const ended = {
    order: { ...anOrder(), ...order, deposit: { ...order.deposit, address: '0xd' } } as ReturnType<
      typeof anOrder
    >,
    ...{
      asset,
      isManualDeposit: true,
      isPaid: false,
      pays: true,
      isResolved: false,
      isNewest: true,
      targetIsFree: true,
    },
  };

  it('reports all but the payment that counts, and no dust', () => {
    const [first, second, dust] = [
      came(),
      came({ txId: '0xbb' }),
      came({ txId: '0xcc', amount: 9_999n }),
    ];
    expect(findUnaccounted(ended, [first, second, dust], [first, second])).toEqual([second]);
    expect(findUnaccounted(ended, [first, second, dust], [])).toEqual([first, second]);
  });

  it('follows it only if it can be the manual payment of the newest order', () => {
    expect(isFollowedAgain(ended)).toBe(true);
    for (const change of [
      { isManualDeposit: false },
      { isPaid: true },
      { isNewest: false },
      { targetIsFree: false },
    ]) {
      expect(isFollowedAgain({ ...ended, ...change })).toBe(false);
    }
  });

  it('leaves later payments with its memo to a later order', () => {
    const later = { anchor: 4n, amount: 1_000_000n, memo: '7' };
    expect(isMeantForLater(came(), later)).toBe(true);
    expect(isMeantForLater(came(), { ...later, memo: null })).toBe(true);
    expect(isMeantForLater(came(), { ...later, anchor: 5n })).toBe(false);
    expect(isMeantForLater(came({ memo: '8' }), later)).toBe(false);
    expect(isMeantForLater(came({ amount: 1n }), later)).toBe(false);
  });
});
