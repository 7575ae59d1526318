import { assertNever } from '../core/assert-never.ts';
import { maximumFee } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { type Intent, paidOrder } from '../ports/guard.ts';
import type { Signature } from '../ports/signature-log.ts';
import type { PartToSign } from '../ports/signer.ts';
import { excludes, leaseNameOf } from './lease-name.ts';
import { signedFees } from './signed-fees.ts';

/** So many leases may serve one swap for one purpose. An honest worker needs a few. */
const maxLeases = 20;

/**
 * What a signer of its own asks of every part, because the rules of the guard judge one transaction
 * alone: a payment has a job that is not over, a cancel has something to cancel, a child has its
 * parent, and the fees of one swap have an end: also those of a request that was judged at the same
 * time. Throws `SIGNER_REFUSED`.
 * @param signed for the swap, or for those that it retries
 */
export function requireReason(
  { swap: { id, idempotencyKey, job }, intent, lease, unsigned, feeSpent, enlargement }: PartToSign,
  signed: readonly Signature[],
  now: number,
): void {
  const own = signed.filter(({ parts }) =>
    parts.some((part) => part.swapId === id && part.idempotencyKey === idempotencyKey),
  );
  const position = { chain: unsigned.chain, lease };
  if (paidOrder(intent) && now > (job.deadlineIfHeld ?? job.deadline))
    throw refusal(id, 'its deadline has passed');
  if (intent.kind === 'cancel' && !own.some((one) => excludes(one, position)))
    throw refusal(id, 'there is nothing to cancel: nothing was signed for it under this lease');
  if (intent.kind === 'boost' && !own.some((one) => isParent(one, intent.parent)))
    throw refusal(id, `${intent.parent.txId} was not signed for it with that fee`);
  if (enlargement && !own.some(({ bytes }) => bytes === enlargement.of))
    throw refusal(id, 'the payment that gets more coins was not signed for it');
  if (signedFees(own, position) > feeSpent)
    throw refusal(id, 'more fees were signed for it while this was judged: ask again', 'retry');
  if (own.some((one) => excludes(one, position))) return;
  const purpose = purposeOf(intent.kind);
  const leases = new Set(
    own
      .filter(({ parts }) =>
        parts.some((part) => part.swapId === id && purposeOf(part.intent) === purpose),
      )
      .map(leaseNameOf),
  );
  if (leases.size >= maxLeases)
    throw refusal(id, `${leases.size} transactions of the kind ${intent.kind} were signed for it`);
}

function isParent(
  { txId, maxFee }: Signature,
  parent: Extract<Intent, { kind: 'boost' }>['parent'],
): boolean {
  return txId === parent.txId && maxFee === maximumFee(parent.fee);
}

function purposeOf(kind: Intent['kind']): 'payment' | 'allowance' | 'recovery' | 'fee' {
  switch (kind) {
    case 'swap':
    case 'deposit':
      return 'payment';
    case 'approve':
    case 'revoke':
      return 'allowance';
    case 'refund':
    case 'claim':
      return 'recovery';
    case 'cancel':
    case 'boost':
      return 'fee';
    default:
      return assertNever(kind, 'intent');
  }
}

function refusal(swapId: string, why: string, next: 'retry' | 'review' = 'review'): FerrymanError {
  return new FerrymanError(
    'SIGNER_REFUSED',
    `the signer does not sign for swap ${swapId}: ${why}`,
    { next, details: { swapId } },
  );
}
