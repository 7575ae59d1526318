import { describeAmount } from '../../../../core/amounts/amounts.ts';
import { ofFamily } from '../../../../core/swap/of-family.ts';
import { maximumFee } from '../../../../core/swap/transaction-object.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

const advanceNonce = 'advanceNonce';

/**
 * S08. The bytes expire with their blockhash: no durable nonce replaces it, and the lease knows
 * when it expires.
 */
export const solanaBlockhash: Rule<SolanaEffects> = {
  id: 'S08',
  check: ({ instructions }, { lease, unsigned }) =>
    findingsOf(
      instructions.some(({ kind, name }) => kind === 'system' && name === advanceNonce) &&
        reject('the transaction stands on a durable nonce, and never expires'),
      (lease.terms.kind !== 'expiry' || unsigned.expires === undefined) &&
        reject('the lease does not say when it ends', { lease: lease.terms.kind }),
    ),
};

/**
 * S09. The priority fee is the estimated one, and within the chain's cap. Ours falls again, so it
 * asks to requote; one that others have signed is rejected. Of the compute budget only what a node
 * knows is set.
 */
export const solanaPriorityFee: Rule<SolanaEffects> = {
  id: 'S09',
  check(effects, { chain, unsigned }) {
    const { cosigners, computeUnitLimit, computeUnitPrice, instructions } = effects;
    const estimated = maximumFee(ofFamily(unsigned.fee, 'solana'));
    const priorityFee = (computeUnitLimit * computeUnitPrice + 999_999n) / 1_000_000n;
    const tell = (amount: bigint): string => describeAmount(amount, chain.nativeToken);
    const tooMuch =
      cosigners.length > 0
        ? reject
        : (...args: Parameters<typeof requote>) => aboutFee(requote(...args));
    return findingsOf(
      priorityFee > chain.maxNetworkFee &&
        tooMuch(
          `the priority fee of ${tell(priorityFee)} is above the chain’s cap of ${tell(chain.maxNetworkFee)}`,
          {
            priorityFee,
            most: chain.maxNetworkFee,
          },
        ),
      effects.maximumFee !== estimated &&
        reject('the fee is not the one that was estimated', { fee: effects.maximumFee, estimated }),
      instructions.some(({ kind, name }) => kind === 'compute_budget' && name === 'unknown') &&
        reject('the compute budget is set in a way that is not known'),
    );
  },
};
