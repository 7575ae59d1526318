import type { CommitResult, LeaseResult } from '../../src/ports/stores/signing-records.ts';
import { nonceOf } from '../support/nonce-of.ts';
import type { ModelLeaseResult } from './journal-leases.ts';

/* What the journal and its model answer, without the names that each chooses by itself. */

export function isLeased<Result extends LeaseResult | ModelLeaseResult>(
  result: Result | string,
): result is Extract<Result, { kind: 'leased' }> {
  return typeof result !== 'string' && result.kind === 'leased';
}

export function isCommitted(
  result: CommitResult | string,
): result is Extract<CommitResult, { kind: 'committed' }> {
  return typeof result !== 'string' && result.kind === 'committed';
}

export function essence(result: LeaseResult | ModelLeaseResult | CommitResult | string): unknown {
  if (typeof result === 'string') return result;
  switch (result.kind) {
    case 'leased':
      return { leased: 'nonce' in result ? result.nonce : nonceOf(result.terms) };
    case 'committed':
      return { committed: result.version };
    case 'refused':
      return 'why' in result ? { refused: result.why } : { refused: result.refusal.kind };
    default:
      return result satisfies never;
  }
}
