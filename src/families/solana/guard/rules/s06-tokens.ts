import { isNativeToken, type TokenAddress } from '../../../../core/swap/chains.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { encodeBase58 } from '../../../shared/formats/base58.ts';
import { associatedAccount, nativeMint } from '../address.ts';
import type { CallName } from '../call-names.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';

/**
 * Calls of a token program by others that would give somebody else a say over the wallet's tokens,
 * or destroy them.
 */
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
 * S06. Of the token programs only these are used: transfers, by the wallet of the source token and
 * no more than the amount; wrapping coins; closing the wallet's accounts to itself. A swap needs
 * nothing else.
 */
export const solanaTokens: Rule<SolanaEffects> = {
  id: 'S06',
  check(effects, request) {
    const { account } = request.lease;
    return [
      ...effects.instructions
        .filter(({ kind }) => kind === 'token')
        .flatMap((one) => instructionFindings(one, request)),
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

function instructionFindings(one: SolanaInstruction, request: GuardRequest): RuleFinding[] {
  const { account } = request.lease;
  switch (one.name) {
    case 'transfer':
    case 'transferChecked':
      return transferFindings(one, request);
    case 'closeAccount': {
      const [closed, destination, owner] = one.accounts;
      return findingsOf(
        (owner !== account || destination !== account) &&
          reject('a token account is closed to somebody else', {
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
          reject('a token account is opened that is not the wallet’s for wrapped coins', { owner }),
      );
    }
    case 'syncNative':
      return [];
    default:
      return [
        reject('a token program is called for more than transfers', {
          call: one.name,
          program: one.program,
        }),
      ];
  }
}

/** Who signs for a transfer, and for which accounts of the wallet it may. */
function transferFindings(
  one: SolanaInstruction,
  { lease, job, chain, intent }: GuardRequest,
): RuleFinding[] {
  const { account } = lease;
  if (authorityOf(one) !== account) {
    return findingsOf(
      one.accounts.includes(account) &&
        reject('a transfer names the wallet as a further signer', { call: one.name }),
    );
  }
  const source = isNativeToken(chain, job.from.token) ? nativeMint : job.from.token;
  const mints = intent.kind === 'swap' ? [source] : [];
  return findingsOf(
    !mints.some((mint) => isTransferOf(one, mint, account)) &&
      reject('the wallet transfers another token than the job gives', {
        from: one.accounts[0],
        program: one.program,
      }),
  );
}

/**
 * A transfer that does not name its mint is known by its source: the wallet's associated account of
 * the mint.
 */
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
