import { assertNever } from '../assert-never.ts';
import { type OutcomeFacts, paymentOutcome } from '../swap/payment-outcome.ts';
import { canReplace, isEnd, type LeaseTerms, type Reason, type Step } from '../swap/swap.ts';

type MissingProof = Reason & { code: 'PAYMENT_LANDED' | 'PAYMENT_MAY_LAND' | 'FUNDS_UNKNOWN' };

/**
 * Which proof is missing before a swap may be given up or paid anew; `undefined` where it is proven
 * that it has paid nothing.
 */
export function missingProof(snapshot: OutcomeFacts): MissingProof | undefined {
  const { fundsState, job, endedAs, reason } = snapshot.swap;
  const state = endedAs ?? snapshot.swap.state;
  const outcome = paymentOutcome(snapshot);
  switch (outcome.kind) {
    case 'landed': {
      const since = isEnd(state)
        ? `and the swap is ${state}`
        : 'and its money is followed to where it arrives';
      return {
        code: 'PAYMENT_LANDED',
        message: `the payment ${nameOf(outcome.payment)} has landed, ${since}`,
      };
    }
    case 'paid_by_hand': {
      const message = `somebody has paid the deposit by hand, in ${outcome.payment.txId}, and its money is followed to where it arrives`;
      return { code: 'PAYMENT_LANDED', message };
    }
    case 'unknown': {
      if (outcome.payment.disputed) {
        const message = `two proofs contradict each other about the payment ${nameOf(outcome.payment)}: missing is the evidence that it did not land`;
        return { code: 'FUNDS_UNKNOWN', message };
      }
      const used = `${leaseOf(outcome.payment)} was used by a transaction that the journal does not know`;
      return {
        code: 'FUNDS_UNKNOWN',
        message: `${used}: missing is the evidence that it was not the payment`,
      };
    }
    case 'forgotten': {
      const message = `its payment ${outcome.txId} on ${outcome.chain} was signed, and the journal has forgotten it: missing is the evidence that it did not land`;
      return { code: 'FUNDS_UNKNOWN', message };
    }
    case 'may_land': {
      const open = `the payment ${nameOf(outcome.payment)} may still land`;
      return {
        code: 'PAYMENT_MAY_LAND',
        message: `${open}: missing is the proof, at a final block, ${wanted(outcome.payment)}`,
      };
    }
    case 'unpaid':
      break;
    default:
      return assertNever(outcome, 'payment outcome');
  }
  if (state === 'settled' || state === 'refunded') {
    return { code: 'PAYMENT_LANDED', message: `the swap has paid and is ${state}` };
  }
  if (endedAs !== undefined)
    return { code: 'FUNDS_UNKNOWN', message: reason?.message ?? `it had ended as ${endedAs}` };
  if (fundsState === 'untouched') return undefined;
  if (!isEnd(state))
    return job.flow === 'deposit-by-hand'
      ? { code: 'FUNDS_UNKNOWN', message: reported }
      : undefined;
  const message = `the swap is ${state} with its funds ${fundsState}: missing is the proof that they were not touched`;
  return { code: 'FUNDS_UNKNOWN', message };
}

const reported =
  'its provider reports that the deposit came, which was not seen on its chain: missing is the evidence that it did not';

/** The transaction that pays, and not the one that cancels it. */
function nameOf({ lease }: Step): string {
  const payments = (lease?.attempts ?? []).filter(({ kind }) => kind !== 'cancel');
  return payments.map(({ txId }) => txId).join(' or ');
}

function wanted(step: Step): string {
  return step.lease && !canReplace(step.lease.terms)
    ? 'that it has expired without being included'
    : `of what used ${leaseOf(step)}`;
}

function leaseOf({ chain, lease }: Step): string {
  return `${lease ? subjectOf(lease.terms) : 'the transaction'} of ${lease?.account} on ${chain}`;
}

function subjectOf(terms: LeaseTerms): string {
  switch (terms.kind) {
    case 'nonce':
      return `nonce ${terms.nonce}`;
    case 'seqno':
      return `seqno ${terms.seqno}`;
    case 'outpoints':
      return `the coins ${terms.outpoints.join(', ')}`;
    case 'expiry':
      return 'the transaction';
    default:
      return assertNever(terms, 'lease terms');
  }
}
