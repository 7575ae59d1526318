import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountName, furtherAccounts, treasuryOf } from '../../../src/core/swap/account-name.ts';
import { type AccountStanding, selectAccount } from '../../../src/core/swap/select-account.ts';

const idle: AccountStanding = {
  balance: 100n,
  hasFee: true,
  unpaid: 0n,
  openSwaps: 0,
  isFrozen: false,
};

describe('the account that pays a job of 10', () => {
  it.each<[string, Partial<AccountStanding>[], number | undefined]>([
    ['is the first of several that are alike', [{}, {}, {}], 0],
    [
      'is the one with the fewest open swaps',
      [{ openSwaps: 2 }, { openSwaps: 1 }, { openSwaps: 3 }],
      1,
    ],
    ['holds the amount, however busy it is', [{ balance: 9n }, { openSwaps: 5 }], 1],
    ['may hold no more than that', [{ balance: 9n }, { balance: 10n }], 1],
    ['has something for a fee', [{ hasFee: false }, {}], 1],
    [
      'has it left when its open swaps are paid',
      [{ unpaid: 91n, openSwaps: 1 }, { openSwaps: 2 }],
      1,
    ],
    [
      'has it now where none has it left',
      [
        { unpaid: 95n, openSwaps: 2 },
        { unpaid: 95n, openSwaps: 1 },
      ],
      1,
    ],
    [
      'is not frozen, where there is another',
      [{ isFrozen: true }, { openSwaps: 9, unpaid: 99n }],
      1,
    ],
    ['is frozen rather than poor', [{ balance: 9n }, { isFrozen: true }], 1],
    [
      'is none where no account holds it',
      [{ balance: 9n }, { hasFee: false }, { balance: 0n }],
      undefined,
    ],
  ])('%s', (_what, accounts, expected) => {
    const standings = accounts.map((one, place) => ({ ...idle, ...one, place }));
    expect(selectAccount(standings, 10n)?.place).toBe(expected);
  });

  it('is there whenever one holds it, and always holds it', () => {
    const standing = fc.record({
      balance: fc.bigInt(0n, 20n),
      hasFee: fc.boolean(),
      unpaid: fc.bigInt(0n, 30n),
      openSwaps: fc.nat(3),
      isFrozen: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(standing), (accounts) => {
        const holds = (one: AccountStanding): boolean => one.hasFee && one.balance >= 10n;
        const chosen = selectAccount(accounts, 10n);
        expect(chosen !== undefined).toBe(accounts.some(holds));
        if (chosen) expect(holds(chosen)).toBe(true);
      }),
    );
  });
});

describe('names of accounts', () => {
  it('are under the treasury wallet’s, in the order of their numbers', () => {
    const names = Array.from({ length: 12 }, (_, index) => ({
      name: accountName('treasury', index + 1),
    }));
    expect(names.slice(0, 2)).toEqual([{ name: 'treasury' }, { name: 'treasury/2' }]);
    expect(names.map(({ name }) => treasuryOf(name))).toEqual(names.map(() => 'treasury'));
    const others = [{ name: 'treasury2' }, { name: 'other/2' }, { name: 'treasur' }];
    expect(furtherAccounts([...names].reverse().concat(others), 'treasury')).toEqual(
      names.slice(1),
    );
    expect(furtherAccounts(names, 'treasury/2')).toEqual([]);
  });
});
