import { isNativeToken } from '../../../../core/swap/chains.ts';
import { isCrossChain } from '../../../../core/swap/job.ts';
import { findInspected } from '../../../../guard/find-inspected.ts';
import { namesAnother } from '../../../../guard/names-another.ts';
import { textOf } from '../../../../guard/plain-payment.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { associatedAccount, systemProgram, tokenPrograms } from '../address.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';

/**
 * S10. Token accounts are opened only for the wallet and the receiver, at their derived addresses.
 * If the swap ends on this chain, the transaction can write to the receiver's account, and the
 * receiver is not a token account, a mint or a program. No memo names another receiver. Owners,
 * delegates and close authorities of the wallet's accounts stay the same, as G12 demands too.
 */
export const solanaDestination: Rule<SolanaEffects> = {
  id: 'S10',
  check: (effects, request) => [
    ...effects.instructions
      .filter(({ kind }) => kind === 'associated_token')
      .flatMap((one) => openingFindings(one, request)),
    ...receivingFindings(effects, request),
    ...memoFindings(effects, request),
    ...effects.authorityChanges.map(({ account, what, before, after }) =>
      reject('the control of an account changes', { account, what, before, after }),
    ),
  ],
};

function memoFindings({ instructions }: SolanaEffects, { job }: GuardRequest): RuleFinding[] {
  return instructions
    .filter(({ kind }) => kind === 'memo')
    .map(({ data }) => textOf(data) ?? '')
    .filter((memo) => namesAnother(memo, job))
    .map((memo) => reject('a memo names another receiver', { memo: memo.slice(0, 200) }));
}

function openingFindings(
  { name, accounts }: SolanaInstruction,
  { job, chain, lease }: GuardRequest,
): RuleFinding[] {
  const [payer, opened, owner = '', mint = '', system, program = ''] = accounts;
  if (name !== 'create' && name !== 'createIdempotent') {
    return [
      reject('a call of the associated token program does not create an account', { call: name }),
    ];
  }
  const owners = job.to.chain === chain.name ? [lease.account, job.receiver] : [lease.account];
  const isKnown = tokenPrograms.some((known) => known === program);
  return findingsOf(
    !owners.includes(owner) &&
      reject('the transaction opens a token account for another owner', { owner }),
    owner === lease.account &&
      payer !== lease.account &&
      reject(
        'another account pays the rent of the wallet’s token account, which would look like a payment',
        { payer },
      ),
    system !== systemProgram &&
      reject('the call that opens a token account names another program than the system program', {
        program: system,
      }),
    (!isKnown || opened !== associatedAccount(owner, mint, program)) &&
      reject('the opened token account is not the derived one', { account: opened, owner, mint }),
  );
}

function receivingFindings(
  effects: SolanaEffects,
  { intent, job, chain, lease }: GuardRequest,
): RuleFinding[] {
  if (intent.kind === 'swap' && isCrossChain(job)) return [];
  const [receiver, token] =
    intent.kind === 'refund' ? [lease.account, job.from.token] : [job.receiver, job.to.token];
  const accounts = isNativeToken(chain, token)
    ? [receiver]
    : tokenPrograms.map((program) => associatedAccount(receiver, token, program));
  const facts = findInspected(effects, receiver);
  return findingsOf(
    !accounts.some((account) => effects.writable.has(account)) &&
      reject('the transaction cannot write to the receiver’s account', { receiver, token }),
    !facts && reject('the simulation did not read the receiver', { receiver }),
    (facts?.isToken || facts?.hasCode) &&
      reject('the receiver is a token account, a mint or a program, not a wallet', { receiver }),
  );
}

/**
 * Extensions of Token-2022 mints that neither take tokens from a holder nor block one: fees,
 * metadata, groups, interest, confidential amounts.
 */
const harmless: ReadonlySet<number> = new Set([1, 3, 4, 10, 16, 18, 19, 20, 21, 22, 23, 25]);
const maxTransferFeeBps = 100;

/**
 * S07. Only holders control the job's tokens: no transfer hook, permanent delegate, pause or frozen
 * default state, and a transfer fee of at most 1 %.
 */
export const solanaMints: Rule<SolanaEffects> = {
  id: 'S07',
  check({ mints }, { job, chain }) {
    const tokens = [job.from, job.to].filter(
      (asset) => asset.chain === chain.name && !isNativeToken(chain, asset.token),
    );
    return tokens.flatMap(({ token }) => {
      const facts = mints.get(token);
      if (!facts) return [reject('the simulation did not read the token’s mint', { token })];
      const { extensions, transferFeeBps } = facts;
      const others = extensions.filter((type) => !harmless.has(type));
      return findingsOf(
        others.length > 0 &&
          reject('the token has extensions that limit its holders', {
            token,
            extensions: others.join(),
          }),
        transferFeeBps > maxTransferFeeBps &&
          reject('the token’s transfer fee is too high', { token, bps: `${transferFeeBps}` }),
      );
    });
  },
};
