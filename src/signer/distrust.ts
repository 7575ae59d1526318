import { higherOf } from '../core/amounts/higher-of.ts';
import type { Policy } from '../core/decide/policy.ts';
import { minimumBack } from '../core/swap/job.ts';
import type { Intent } from '../ports/guard.ts';
import type { SignatureLog } from '../ports/signature-log.ts';
import type { PartToSign } from '../ports/signer.ts';
import { signedFees } from './signed-fees.ts';

/**
 * A part without what a worker could make up: the signer reads facts itself, fees
 * are those that this signer has signed for, every payment is judged as the first one, a person
 * admits nothing for a job of their own, and a recovery brings what the job demands.
 */
export async function distrust(
  { signatures, policy }: { signatures: Pick<SignatureLog, 'ofSwaps'>; policy: Policy },
  part: PartToSign,
): Promise<PartToSign> {
  const { facts: _facts, repeats: _repeats, swap, admitted, ...said } = part;
  const own = await signatures.ofSwaps([{ swapId: swap.id, idempotencyKey: swap.idempotencyKey }]);
  const signedFor = signedFees(own, { chain: part.unsigned.chain, lease: part.lease });
  return {
    ...said,
    swap,
    intent: demanded(part.intent, swap.job, policy),
    feeSpent: higherOf(signedFor, part.feeSpent),
    admitted: (admitted ?? []).filter(({ by }) => by !== swap.seal?.by),
  };
}

function demanded(intent: Intent, job: PartToSign['swap']['job'], policy: Policy): Intent {
  switch (intent.kind) {
    case 'refund':
      return { ...intent, minBack: higherOf(intent.minBack, minimumBack(job, policy)) };
    case 'claim':
      return job.bound.kind === 'min_out'
        ? { ...intent, minOut: higherOf(intent.minOut, job.bound.minOut) }
        : intent;
    default:
      return intent;
  }
}
