import { assertNever } from '../assert-never.ts';
import { type OutcomeFacts, paymentOutcome } from '../swap/payment-outcome.ts';
import { canReplace, isEnd, type LeaseTerms, type Reason, type Step } from '../swap/swap.ts';

export type MissingProof = Reason & {
  code: 'PAYMENT_LANDED' | 'PAYMENT_MAY_LAND' | 'FUNDS_UNKNOWN';
};

/**
 * The proof that is missing before a swap may be given up or paid again. `undefined`: it is proven
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
        : 'and Ferryman follows its money until it arrives';
      return {
        code: 'PAYMENT_LANDED',
        message: `the payment ${nameOf(outcome.payment)} has landed, ${since}`,
      };
    }
    case 'manual_deposit_paid': {
      const message = `a person has paid the deposit in ${outcome.payment.txId}, and Ferryman follows its money until it arrives`;
      return { code: 'PAYMENT_LANDED', message };
    }
    case 'unknown': {
      if (outcome.payment.disputed) {
        const message = `two proofs contradict each other about the payment ${nameOf(outcome.payment)}: evidence is missing that it did not land`;
        return { code: 'FUNDS_UNKNOWN', message };
      }
      const used = `an external transaction used ${leaseOf(outcome.payment)}`;
      return {
        code: 'FUNDS_UNKNOWN',
        message: `${used}: evidence is missing that it was not the payment`,
      };
    }
    case 'lost': {
      const message = `the journal has lost the signed payment ${outcome.txId} on ${outcome.chain}: evidence is missing that it did not land`;
      return { code: 'FUNDS_UNKNOWN', message };
    }
    case 'may_land': {
      const open = `the payment ${nameOf(outcome.payment)} may still land`;
      return {
        code: 'PAYMENT_MAY_LAND',
        message: `${open}: proof is missing, at a final block, ${missingOf(outcome.payment)}`,
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
  const message = `the swap is ${state} with its funds ${fundsState}: the proof is missing that they were not touched`;
  return { code: 'FUNDS_UNKNOWN', message };
}

const reported =
  'the provider reports the deposit as received, but its chain does not show it: evidence is missing that it was not paid';

/** The transaction ids of the payment, without its cancels. */
function nameOf({ lease }: Step): string {
  const payments = (lease?.attempts ?? []).filter(({ kind }) => kind !== 'cancel');
  return payments.map(({ txId }) => txId).join(' or ');
}

function missingOf(step: Step): string {
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
