import { isNativeToken, type TokenAddress } from '../../../../core/swap/chains.ts';
import {
  findingsOf,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { encodeBase58 } from '../../../shared/formats/base58.ts';
import { associatedAccount, nativeMint } from '../address.ts';
import type { CallName } from '../call-names.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';
import { payeeFindings } from '../payees.ts';

/** Token program calls by other programs that would give away control of tokens or destroy them. */
const disposing: ReadonlySet<CallName> = new Set([
  'approve',
  'approveChecked',
  'setAuthority',
  'burn',
  'burnChecked',
  'withdrawExcessLamports',
  'unwrapLamports',
  'batch',
  'unknown',
]);

/**
 * S06. The transaction calls token programs only to transfer, to wrap coins, and to close the
 * wallet's accounts to itself. The wallet transfers only the source token, at most the amount, and
 * only to accounts whose owner the policy names, its own, and the receiver's if the job stays on
 * this chain. A swap needs nothing else. A batch counts as the calls in it.
 */
export const solanaTokens: Rule<SolanaEffects> = {
  id: 'S06',
  check(effects, request) {
    const { account } = request.lease;
    return [
      ...effects.instructions
        .filter(({ kind }) => kind === 'token')
        .flatMap((one) => instructionFindings(one, effects, request)),
      ...amountFindings(effects, request),
      ...effects.innerCalls
        .filter(
          ({ kind, name, accounts }) =>
            kind === 'token' && disposing.has(name) && accounts.includes(account),
        )
        .map(({ name }) => reject('a program disposes of the wallet’s tokens', { call: name })),
    ];
  },
};

function instructionFindings(
  one: SolanaInstruction,
  effects: SolanaEffects,
  request: RuleRequest,
): RuleFinding[] {
  const { account } = request.lease;
  switch (one.name) {
    case 'transfer':
    case 'transferChecked':
      return transferFindings(one, effects, request);
    case 'closeAccount': {
      const [closed, destination, owner] = one.accounts;
      return findingsOf(
        (owner !== account || destination !== account) &&
          reject('the rent of a closed token account goes to another account', {
            account: closed,
            destination,
            owner,
          }),
      );
    }
    case 'initializeAccount3': {
      const owner = encodeBase58(one.data.subarray(1, 33));
      return findingsOf(
        (owner !== account || one.accounts[1] !== nativeMint) &&
          reject(
            'the transaction opens a token account other than the wallet’s for wrapped coins',
            {
              owner,
            },
          ),
      );
    }
    case 'syncNative':
      return [];
    default:
      return [
        reject('a call of a token program is not allowed', {
          call: one.name,
          program: one.program,
        }),
      ];
  }
}

/** The wallet may sign only for transfers of the source token. */
function transferFindings(
  one: SolanaInstruction,
  { instructions }: SolanaEffects,
  request: RuleRequest,
): RuleFinding[] {
  const { lease, job, chain, intent } = request;
  const { account } = lease;
  if (authorityOf(one) !== account) {
    return findingsOf(
      one.accounts.includes(account) &&
        reject('a transfer has the wallet as an additional signer', { call: one.name }),
    );
  }
  const source = isNativeToken(chain, job.from.token) ? nativeMint : job.from.token;
  if (intent.kind !== 'swap' || !isTransferOf(one, source, account))
    return [
      reject('the wallet transfers another token than the job gives', {
        from: one.accounts[0],
        program: one.program,
      }),
    ];
  const to = one.accounts[one.name === 'transferChecked' ? 2 : 1] ?? '';
  return payeeFindings(instructions, { to, mint: source, program: one.program }, request);
}

/** `transfer` does not name its mint, so its source must be the mint's associated account. */
function isTransferOf(one: SolanaInstruction, mint: TokenAddress, account: string): boolean {
  return one.name === 'transferChecked'
    ? one.accounts[1] === mint
    : one.accounts[0] === associatedAccount(account, mint, one.program);
}

function amountFindings(
  { instructions }: SolanaEffects,
  { job, lease }: GuardRequest,
): RuleFinding[] {
  const given = instructions
    .filter((one) => one.kind === 'token' && isTransfer(one) && authorityOf(one) === lease.account)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return findingsOf(
    given > job.amount &&
      reject('the wallet transfers more than the job gives', { given, amount: job.amount }),
  );
}

function isTransfer({ name }: SolanaInstruction): boolean {
  return name === 'transfer' || name === 'transferChecked';
}

function authorityOf({ name, accounts }: SolanaInstruction): string | undefined {
  return accounts[name === 'transferChecked' ? 3 : 2];
}
