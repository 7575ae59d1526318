import { isNativeToken } from '../../../../core/swap/chains.ts';
import { isCrossChain } from '../../../../core/swap/job.ts';
import { findInspected } from '../../../../guard/find-inspected.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { associatedAccount, tokenPrograms } from '../address.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';

/**
 * S10. Token accounts are opened for the wallet and the receiver only, at their derived addresses.
 * What is bought on this chain can get to the receiver's own account, which is a wallet's and not a
 * token account, a mint or a program. G12 measures that owners, delegates and close authorities
 * stay the same.
 */
export const solanaDestination: Rule<SolanaEffects> = {
  id: 'S10',
  check: (effects, request) => [
    ...effects.instructions
      .filter(({ kind }) => kind === 'associated_token')
      .flatMap((one) => openingFindings(one, request)),
    ...receivingFindings(effects, request),
  ],
};

function openingFindings(
  { name, accounts }: SolanaInstruction,
  { job, chain, lease }: GuardRequest,
): RuleFinding[] {
  const [payer, opened, owner = '', mint = '', , program = ''] = accounts;
  if (name !== 'create' && name !== 'createIdempotent') {
    return [
      reject('the associated token program is called for more than an account', { call: name }),
    ];
  }
  const owners = job.to.chain === chain.name ? [lease.account, job.receiver] : [lease.account];
  const isKnown = tokenPrograms.some((known) => known === program);
  return findingsOf(
    !owners.includes(owner) && reject('a token account is opened for somebody else', { owner }),
    owner === lease.account &&
      payer !== lease.account &&
      reject(
        'somebody else pays for a token account of the wallet’s, whose rent would look like a payment',
        { payer },
      ),
    (!isKnown || opened !== associatedAccount(owner, mint, program)) &&
      reject('the token account is not the one that is derived', { account: opened, owner, mint }),
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
      reject('nothing in the transaction can get to the receiver', { receiver, token }),
    !facts && reject('nobody looked at what the receiver is', { receiver }),
    (facts?.isToken || facts?.hasCode) &&
      reject('the receiver is a token account, a mint or a program, and no wallet', { receiver }),
  );
}

/**
 * Extensions of Token-2022 mints that neither take from a holder nor stop one: fees, names, groups,
 * interest, confidential amounts.
 */
const harmless: ReadonlySet<number> = new Set([1, 3, 4, 10, 16, 18, 19, 20, 21, 22, 23, 25]);
const maxTransferFeeBps = 100;

/**
 * S07. The job's tokens obey their holders: no hook, permanent delegate, pause or frozen start, and
 * a fee of a hundredth at most.
 */
export const solanaMints: Rule<SolanaEffects> = {
  id: 'S07',
  check({ mints }, { job, chain }) {
    const tokens = [job.from, job.to].filter(
      (asset) => asset.chain === chain.name && !isNativeToken(chain, asset.token),
    );
    return tokens.flatMap(({ token }) => {
      const facts = mints.get(token);
      if (!facts) return [reject('nobody looked at the token’s mint', { token })];
      const { extensions, transferFeeBps } = facts;
      const others = extensions.filter((type) => !harmless.has(type));
      return findingsOf(
        others.length > 0 &&
          reject('the token can do what its holders do not want', {
            token,
            extensions: others.join(),
          }),
        transferFeeBps > maxTransferFeeBps &&
          reject('the token takes too much of a transfer', { token, bps: `${transferFeeBps}` }),
      );
    });
  },
};
