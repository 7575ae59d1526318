import type { Lease } from '../../src/core/swap/swap.ts';
import { nonceOf } from '../support/nonce-of.ts';
import { finalNonceOf, inclusionOf, type ModelChain } from './chain.ts';
import type { ModelProof } from './journal-proofs.ts';
import type { World } from './world.ts';

/**
 * `src/families/evm/adapter/prove.ts` on the model's chain: the nonce is past at a final block, and
 * then a receipt says who used it.
 */
export function findProof(world: World, lease: Lease): ModelProof | { kind: 'undecided' } {
  const { chain } = world;
  if (world.sabotage === 'revert-is-final') {
    const reverted = landedOn(chain, lease, 'included');
    if (reverted && !reverted.succeeded) return reverted;
  }
  if (finalNonceOf(chain) <= nonceOf(lease.terms)) return { kind: 'undecided' };
  const landed = landedOn(chain, lease, 'final');
  if (landed) return landed;
  // An attempt that the node still holds contradicts the nonce.
  const isKnown = lease.attempts.some(({ txId }) => inclusionOf(chain, txId).status !== 'unseen');
  return isKnown ? { kind: 'undecided' } : { kind: 'used_by_stranger' };
}

function landedOn(
  chain: ModelChain,
  { attempts }: Lease,
  status: 'included' | 'final',
): Extract<ModelProof, { kind: 'landed' }> | undefined {
  for (const { txId } of attempts) {
    const inclusion = inclusionOf(chain, txId);
    if (inclusion.status !== 'included' && inclusion.status !== 'final') continue;
    if (inclusion.status !== status) continue;
    const { block, succeeded, feePaid } = inclusion;
    return { kind: 'landed', txId, block, succeeded, feePaid };
  }
  return undefined;
}
