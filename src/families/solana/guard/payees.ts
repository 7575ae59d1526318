import { isCrossChain, type Job } from '../../../core/swap/job.ts';
import { isListed } from '../../../guard/is-listed.ts';
import { namesAnother } from '../../../guard/names-another.ts';
import { textOf } from '../../../guard/plain-payment.ts';
import { admittedOn } from '../../../guard/policy/guard-policy.ts';
import {
  findingsOf,
  hold,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../guard/rule.ts';
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
 * own accounts, the receiver if the job stays on the chain, and what the policy names, which for
 * another chain has to get the receiver in a memo or a call, unless the policy says otherwise. The
 * account derived for one of them is theirs. Only deposits go to changing addresses: the router
 * names the provider of a swap itself, so its name proves nothing.
 */
export function payeeFindings(
  instructions: readonly SolanaInstruction[],
  transfer: Transfer,
  request: RuleRequest,
): RuleFinding[] {
  const { chain, intent, job, lease, guardPolicy } = request;
  const { to } = transfer;
  const isOf = (owners: readonly string[]): boolean =>
    isListed('solana', owners, to) || owners.some((owner) => derivedFor(owner, transfer) === to);
  const own = [lease.account, ...(isCrossChain(job) ? [] : [job.receiver])];
  if (isOf(own) || opensTemporary(instructions, to, lease.account)) return [];
  const named = admittedOn(guardPolicy, chain.name).destinations.filter(({ address }) =>
    isOf([address]),
  );
  const provider = intent.kind === 'swap' ? intent.order.provider : undefined;
  const saysWhom = !isCrossChain(job) || instructions.some((one) => saysPayee(one, job));
  return [
    ...findingsOf(
      named.length === 0 &&
        hold(
          { kind: 'destination', chain: chain.name, address: to },
          'the wallet pays an account that the policy does not name',
          { to, provider },
        ),
    ),
    // Who admits an account has not admitted that it gets money for nobody.
    ...(saysWhom || named.some(({ plain }) => plain === true) ? [] : [unsaid(to, request)]),
  ];
}

/** Nothing in the bytes says whom the payee pays on the other chain. */
function unsaid(to: string, { guardPolicy, intent }: RuleRequest): RuleFinding {
  const why = 'the wallet pays an account for another chain, and no call or memo says whom';
  const whose = intent.kind === 'swap' ? ` for ${intent.order.provider}` : '';
  const item = { kind: 'finding', rule: 'S04', what: `a plain payment to ${to}${whose}` } as const;
  return guardPolicy.profile === 'strict' ? reject(why, { to }) : hold(item, why, { to });
}

/** S10 refuses a memo that names another receiver. */
function saysPayee({ kind, data }: SolanaInstruction, job: Job): boolean {
  const text = kind === 'memo' ? (textOf(data) ?? '') : '';
  return text.split(/[^0-9A-Za-z]+/).includes(job.receiver) || namesAnother(text, job);
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
