import { describeAmount } from '../../../../core/amounts/amounts.ts';
import { lowerOf } from '../../../../core/amounts/lower-of.ts';
import { ofFamily } from '../../../../core/swap/of-family.ts';
import { maximumFee } from '../../../../core/swap/transaction-object.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { maxPriorityFee } from '../../formats/transaction.ts';
import type { SolanaEffects } from '../effects.ts';

const advanceNonce = 'advanceNonce';

/**
 * S08. The bytes expire with their blockhash: no durable nonce replaces it, and the lease has an
 * expiry. Nothing is signed with a blockhash that the configured endpoint does not take.
 */
export const solanaBlockhash: Rule<SolanaEffects> = {
  id: 'S08',
  check: ({ instructions }, { lease, unsigned }) =>
    findingsOf(
      instructions.some(({ kind, name }) => kind === 'system' && name === advanceNonce) &&
        reject('the transaction uses a durable nonce and never expires'),
      (lease.terms.kind !== 'expiry' || unsigned.expires === undefined) &&
        reject('the lease has no expiry', { lease: lease.terms.kind }),
    ),
};

/**
 * S09. The priority fee is the estimated one, and at most 0.005 SOL or the chain's cap. A fee that Ferryman sets
 * may fall again, so a fee above the cap leads to a requote. One that others have signed is
 * rejected. The compute budget contains only known instructions.
 */
export const solanaPriorityFee: Rule<SolanaEffects> = {
  id: 'S09',
  check(effects, { chain, unsigned }) {
    const { cosigners, computeUnitLimit, computeUnitPrice, instructions } = effects;
    const estimated = maximumFee(ofFamily(unsigned.fee, 'solana'));
    const priorityFee = (computeUnitLimit * computeUnitPrice + 999_999n) / 1_000_000n;
    const most = lowerOf(chain.maxNetworkFee, maxPriorityFee);
    const inCoins = (amount: bigint): string => describeAmount(amount, chain.nativeToken);
    const tooMuch =
      cosigners.length > 0
        ? reject
        : (...args: Parameters<typeof requote>) => aboutFee(requote(...args));
    return findingsOf(
      priorityFee > most &&
        tooMuch(
          `the priority fee of ${inCoins(priorityFee)} is above the cap of ${inCoins(most)}`,
          { priorityFee, most },
        ),
      effects.maximumFee !== estimated &&
        reject('the fee differs from the estimate', { fee: effects.maximumFee, estimated }),
      instructions.some(({ kind, name }) => kind === 'compute_budget' && name === 'unknown') &&
        reject('the compute budget has an unknown instruction'),
    );
  },
};
