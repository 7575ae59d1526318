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

/** System program calls by other programs that would dispose of the wallet's account. */
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

/** A swap opens at most this many token accounts. */
const maxRents = 4;

/**
 * S05. The transaction calls the system program only for transfers, and to create the temporary
 * account for wrapped coins. The wallet sends at most what E06 allows on EVM. Rent for others'
 * token accounts counts as sent. The number of opened accounts bounds rent for its own.
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
          reject(
            'the transaction creates an account other than a temporary one for wrapped coins',
            {
              account: one.accounts[1],
            },
          ),
      );
    default:
      return [reject('a call of the system program is not a transfer', { call: one.name })];
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
        reject('the transaction opens more token accounts than a swap needs', {
          opened: `${opened}`,
        }),
      forOthers > chain.maxDeclaredFee &&
        reject('the rent for others’ token accounts is above the chain’s fee cap', {
          rent: forOthers,
          most: chain.maxDeclaredFee,
        }),
      maxFee !== undefined &&
        forOthers > maxFee &&
        aboutFee(
          reject('the rent for others’ token accounts is above the job’s maximum fee', {
            rent: forOthers,
            most: maxFee,
          }),
        ),
    ),
  ];
}
