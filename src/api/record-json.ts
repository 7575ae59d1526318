import { assertNever } from '../core/assert-never.ts';
import type { MoneyReport } from '../core/operator/locate-money.ts';
import type { Job } from '../core/swap/job.ts';
import type { Attempt, LeaseTerms, Snapshot, Step } from '../core/swap/swap.ts';
import type { OrderView } from '../ports/stores/swap-store.ts';
import { iso } from './iso.ts';
import type { OrderJson, SwapRecordJson } from './schemas/record.ts';
import { amounts } from './swap-json.ts';

type StepJson = SwapRecordJson['steps'][number];
type AttemptJson = StepJson['attempts'][number];

/** What the journal has of a swap, and what it means for its money. */
export function recordJson(
  { steps }: Snapshot,
  { action: { kind, text }, retry, replace, cancel, ...money }: MoneyReport,
): SwapRecordJson {
  return {
    money: {
      ...money,
      action: { kind, text },
      retry: { allowed: 'as' in retry, ...retry },
      replace: { allowed: false, ...replace },
      cancel: { allowed: 'as' in cancel, ...cancel },
    },
    steps: steps.map(stepJson),
  };
}

function stepJson({ id, kind, generation, outcome, chain, lease, disputed }: Step): StepJson {
  return {
    ...{ id, kind, generation, outcome, chain },
    ...(lease
      ? { account: lease.account, lease: { state: lease.state, terms: termsText(lease.terms) } }
      : {}),
    attempts: (lease?.attempts ?? []).map(attemptJson),
    ...(disputed ? { disputed } : {}),
  };
}

function attemptJson({ kind, txId, signedAt, sentAt, inclusion }: Attempt): AttemptJson {
  return {
    ...{ kind, txId, status: inclusion.status },
    ...('block' in inclusion
      ? {
          block: inclusion.block.number.toString(),
          succeeded: inclusion.succeeded,
          feePaidBaseUnits: inclusion.feePaid.toString(),
        }
      : {}),
    signedAt: iso(signedAt),
    ...(sentAt === undefined ? {} : { sentAt: iso(sentAt) }),
  };
}

function termsText(terms: LeaseTerms): string {
  switch (terms.kind) {
    case 'nonce':
      return `nonce ${terms.nonce}`;
    case 'seqno':
      return `seqno ${terms.seqno}`;
    case 'expiry':
      return terms.expires === undefined ? 'until it expires' : `until ${terms.expires}`;
    case 'outpoints':
      return terms.outpoints.join(', ');
    default:
      return assertNever(terms, 'lease terms');
  }
}

export function orderJson(
  { id, provider, swapType, open, minOut, expectedOut, quotedAt, ...more }: OrderView,
  { to }: Pick<Job, 'to'>,
): OrderJson {
  const { requestedAt, quoteAnswer, swapAnswer, archive } = more;
  return {
    ...{ id, provider, swapType, open },
    ...amounts('minOut', minOut, to),
    ...amounts('expectedOut', expectedOut, to),
    quotedAt: iso(quotedAt),
    ...(requestedAt === undefined ? {} : { requestedAt: iso(requestedAt) }),
    ...(quoteAnswer === undefined ? {} : { quoteAnswer }),
    ...(swapAnswer === undefined ? {} : { swapAnswer }),
    ...(archive === undefined ? {} : { archive }),
  };
}
