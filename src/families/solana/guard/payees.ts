import { isCrossChain } from '../../../core/swap/job.ts';
import { addressesOf, isListed } from '../../../guard/admission.ts';
import { admittedOn } from '../../../guard/policy/guard-policy.ts';
import { hold, type RuleFinding, type RuleRequest } from '../../../guard/rule.ts';
import { associatedAccount, nativeMint, tokenPrograms } from './address.ts';
import type { SolanaInstruction } from './effects.ts';
import { isTemporaryAccount } from './temporary-account.ts';

interface Transfer {
  to: string;
  /** The mint and program of the token. For coins, those of the accounts that wrap them. */
  mint: string;
  program: string;
}

/** A transfer of coins may also pay the account that wraps them. */
export const wrappedCoins = { mint: nativeMint, program: tokenPrograms[0] } as const;

/**
 * Findings against the payee of a transfer that the wallet itself signs: a swap pays the wallet's
 * own accounts, the receiver if the job stays on the chain, and what the policy names. The account
 * derived for one of them is theirs. Only deposits go to changing addresses: the router names the
 * provider of a swap itself, so its name proves nothing.
 */
export function payeeFindings(
  instructions: readonly SolanaInstruction[],
  transfer: Transfer,
  request: RuleRequest,
): RuleFinding[] {
  const { chain, intent, lease } = request;
  const { to } = transfer;
  const owners = ownersOf(request);
  const provider = intent.kind === 'swap' ? intent.order.provider : undefined;
  const isAllowed =
    isListed('solana', owners, to) ||
    opensTemporary(instructions, to, lease.account) ||
    owners.some((owner) => derivedFor(owner, transfer) === to);
  return isAllowed
    ? []
    : [
        hold(
          { kind: 'destination', chain: chain.name, address: to },
          'the wallet pays an account that the policy does not name',
          { to, provider },
        ),
      ];
}

function ownersOf({ chain, job, lease, guardPolicy }: RuleRequest): string[] {
  return [
    lease.account,
    ...(isCrossChain(job) ? [] : [job.receiver]),
    ...addressesOf(admittedOn(guardPolicy, chain.name).destinations),
  ];
}

function opensTemporary(
  instructions: readonly SolanaInstruction[],
  to: string,
  account: string,
): boolean {
  return instructions.some(
    (one) =>
      one.kind === 'system' &&
      one.name === 'createAccountWithSeed' &&
      one.accounts[1] === to &&
      isTemporaryAccount(instructions, one, account),
  );
}

/** A derivation costs about half a millisecond, and a policy names the same owners each time. */
const derived = new Map<string, string | undefined>();
const mostRemembered = 4_096;

/** `undefined` if the owner or the mint is no address: then nothing is derived for it. */
function derivedFor(owner: string, { mint, program }: Transfer): string | undefined {
  const key = `${owner} ${mint} ${program}`;
  if (derived.has(key)) return derived.get(key);
  if (derived.size >= mostRemembered) derived.clear();
  const account = derive(owner, mint, program);
  derived.set(key, account);
  return account;
}

function derive(owner: string, mint: string, program: string): string | undefined {
  try {
    return associatedAccount(owner, mint, program);
  } catch {
    return undefined;
  }
}
