import {
  aboutFee,
  findingsOf,
  type Rule,
  type RuleFinding,
  reject,
} from '../../../../guard/rule.ts';
import { valueFindings } from '../../../../guard/rules/e06-value.ts';
import { unsticks } from '../../../../ports/guard.ts';
import type { CallName } from '../call-names.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';
import { isTemporaryAccount, rentOf } from '../temporary-account.ts';

/** Calls of the system program by others that would dispose of the wallet itself. */
const disposing: ReadonlySet<CallName> = new Set([
  'assign',
  'assignWithSeed',
  'allocate',
  'allocateWithSeed',
  'advanceNonce',
  'withdrawFromNonce',
  'initializeNonce',
  'authorizeNonce',
  'upgradeNonce',
  'transferWithSeed',
  'unknown',
]);

/** More token accounts than a swap has to open. */
const maxRents = 4;

/**
 * S05. Of the system program only transfers are used, and the account that wrapped coins pass
 * through. What the wallet sends away is what E06 allows on EVM. Rent for others' token accounts
 * counts as sent; rent for its own is bounded by their number.
 */
export const solanaSystem: Rule<SolanaEffects> = {
  id: 'S05',
  check(effects, request) {
    const { account } = request.lease;
    return [
      ...effects.instructions
        .filter((one) => one.kind === 'system' && one.name !== 'advanceNonce')
        .flatMap((one) => systemFindings(effects, one, account)),
      ...effects.innerCalls
        .filter(
          ({ kind, name, accounts }) =>
            kind === 'system' && disposing.has(name) && accounts.includes(account),
        )
        .map(({ name }) => reject('a program disposes of the wallet’s account', { call: name })),
      ...valueWithoutRent(effects, request, account),
    ];
  },
};

function systemFindings(
  effects: SolanaEffects,
  one: SolanaInstruction,
  account: string,
): RuleFinding[] {
  switch (one.name) {
    case 'transfer':
      return [];
    case 'createAccountWithSeed':
      return findingsOf(
        !isTemporaryAccount(effects.instructions, one, account) &&
          reject('an account is created that is not opened and closed for wrapped coins', {
            account: one.accounts[1],
          }),
      );
    default:
      return [reject('the system program is called for more than a transfer', { call: one.name })];
  }
}

function valueWithoutRent(
  effects: SolanaEffects,
  request: Parameters<typeof valueFindings>[1],
  account: string,
): RuleFinding[] {
  const rents = effects.instructions.map((one) => rentOf(one, account));
  const forOthers = rents.reduce((sum, { others }) => sum + others, 0n);
  const opened = rents.filter(({ own, others }) => own + others > 0n).length;
  const { job, chain, intent } = request;
  const maxFee = unsticks(intent) ? undefined : job.maxFee;
  return [
    ...valueFindings({ ...effects, value: effects.value - forOthers }, request),
    ...findingsOf(
      opened > maxRents &&
        reject('more token accounts are opened than a swap needs', { opened: `${opened}` }),
      forOthers > chain.maxDeclaredFee &&
        reject('the rent for others is above the chain’s cap for fees', {
          rent: forOthers,
          most: chain.maxDeclaredFee,
        }),
      maxFee !== undefined &&
        forOthers > maxFee &&
        aboutFee(
          reject('the rent for others is above the job’s fee', { rent: forOthers, most: maxFee }),
        ),
    ),
  ];
}
