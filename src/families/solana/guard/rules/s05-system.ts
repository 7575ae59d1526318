import { isListed } from '../../../../guard/is-listed.ts';
import { admittedOn } from '../../../../guard/policy/guard-policy.ts';
import {
  aboutFee,
  findingsOf,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
  requote,
} from '../../../../guard/rule.ts';
import { valueFindings } from '../../../../guard/rules/e06-value.ts';
import { unsticks } from '../../../../ports/guard.ts';
import type { CallName } from '../call-names.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';
import { payeeFindings, wrappedCoins } from '../payees.ts';
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

/** Lamports of all tips of a transaction: 0.005 SOL. */
const maxTips = 5_000_000n;

/**
 * S05. The transaction calls the system program only for transfers, and to create the temporary
 * account for wrapped coins. Transfers go to the wallet's own accounts, to the receiver if the job
 * stays on this chain, and to accounts that the policy names. The wallet sends at most what E06
 * allows on EVM, and beside it tips of 0.005 SOL at most to the policy's `tips`. Rent for others'
 * token accounts counts as sent. The number of opened accounts bounds rent for its own.
 */
export const solanaSystem: Rule<SolanaEffects> = {
  id: 'S05',
  check(effects, request) {
    const { account } = request.lease;
    return [
      ...effects.instructions
        .filter((one) => one.kind === 'system' && one.name !== 'advanceNonce')
        .flatMap((one) => systemFindings(effects, one, request)),
      ...effects.innerCalls
        .filter(
          ({ kind, name, accounts }) =>
            kind === 'system' && disposing.has(name) && accounts.includes(account),
        )
        .map(({ name }) => reject('a program disposes of the wallet’s account', { call: name })),
      ...valueFindingsBeside(effects, request),
    ];
  },
};

function systemFindings(
  effects: SolanaEffects,
  one: SolanaInstruction,
  request: RuleRequest,
): RuleFinding[] {
  const { account } = request.lease;
  switch (one.name) {
    case 'transfer': {
      const [from, to = ''] = one.accounts;
      return from !== account || isTip(one, request)
        ? []
        : payeeFindings(effects.instructions, { to, ...wrappedCoins }, request);
    }
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

/** A small payment of the wallet's to whom the policy names for tips. Only a swap has one. */
function isTip(
  { kind, name, accounts }: SolanaInstruction,
  { chain, intent, lease, guardPolicy }: RuleRequest,
): boolean {
  const { tips } = admittedOn(guardPolicy, chain.name);
  const [from, to = ''] = accounts;
  return (
    intent.kind === 'swap' &&
    kind === 'system' &&
    name === 'transfer' &&
    from === lease.account &&
    isListed('solana', tips, to)
  );
}

/** What is sent beside the payment is bounded on its own: rent for others, and tips. */
function valueFindingsBeside(effects: SolanaEffects, request: RuleRequest): RuleFinding[] {
  const { account } = request.lease;
  const rents = effects.instructions.map((one) => rentOf(one, account));
  const forOthers = rents.reduce((sum, { others }) => sum + others, 0n);
  const opened = rents.filter(({ own, others }) => own + others > 0n).length;
  const tips = effects.instructions
    .filter((one) => isTip(one, request))
    .reduce((sum, { amount }) => sum + amount, 0n);
  const { job, chain, intent, feeSpent } = request;
  const beside = forOthers + tips;
  const maxFee = unsticks(intent) ? undefined : job.maxFee;
  return [
    ...valueFindings({ ...effects, value: effects.value - beside }, request),
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
      tips > maxTips && reject('the tips are above 0.005 SOL', { tips, most: maxTips }),
      maxFee !== undefined &&
        forOthers > maxFee &&
        aboutFee(
          reject('the rent for others’ token accounts is above the job’s maximum fee', {
            rent: forOthers,
            most: maxFee,
          }),
        ),
      maxFee !== undefined &&
        tips > 0n &&
        feeSpent + effects.maximumFee + beside > maxFee &&
        aboutFee(
          requote('the fees and tips may be above the job’s maximum', {
            feeSpent,
            maximumFee: effects.maximumFee,
            tips,
            most: maxFee,
          }),
        ),
    ),
  ];
}
