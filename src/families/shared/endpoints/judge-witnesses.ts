import { assertNever } from '../../../core/assert-never.ts';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ErrorCode } from '../../../errors/codes.ts';
import type { LeaseProof, ProofEvidence } from '../../../ports/lease-proof.ts';

export type Landed = Extract<LeaseProof, { kind: 'landed' }>;

/** None of the attempts is in the endpoint's chain up to the anchor, and none can land later. */
export interface Absence {
  kind: 'absent';
  /** The lease outcome that this absence proves. */
  proves: 'expired' | 'used_by_stranger';
  evidence: ProofEvidence;
}

/** What one endpoint shows about a lease at a final block. */
export type Finding<Shown extends Absence = Absence> =
  | Landed
  | Shown
  /** The lease is still open at that block. */
  | { kind: 'open' }
  /** The endpoint has the block, but not yet all the data that decides. */
  | { kind: 'behind' }
  /** Its answers contradict each other, or its history does not reach back far enough. */
  | { kind: 'contradictory' };

/** What one host answers about a lease at a block. */
export interface Testimony {
  host: string;
  statement: Finding | { kind: 'other_block' } | { kind: 'silent'; code: ErrorCode };
}

/**
 * Combines the answers of several hosts about one block. An absence needs two hosts that show it
 * and none that contradicts it. So does a landing if `needsTwo` is true; any other landing needs
 * one host. A host that does not answer keeps the lease undecided, unless two others agree.
 */
export function judgeWitnesses(
  anchor: BlockReference,
  testimonies: readonly Testimony[],
  needsTwo: (landed: Landed) => boolean,
): LeaseProof {
  const shown = testimonies.flatMap(({ host, statement }) =>
    isConclusion(statement) ? [{ host, statement }] : [],
  );
  const first = shown.find(({ statement }) => statement.kind === 'landed') ?? shown[0];
  if (!first) return { kind: 'undecided' };
  const { statement: conclusion } = first;
  const landings = shown.filter(({ statement }) => statement.kind === 'landed');
  const needsOne = conclusion.kind === 'landed' && !needsTwo(conclusion);
  if (needsOne && landings.every(({ statement }) => isSame(statement, conclusion)))
    return conclusion;

  const against = testimonies.filter(({ statement }) => contradicts(statement, conclusion));
  if (against.length > 0) return undecided('WITNESSES_DISAGREE', anchor, [first, ...against]);
  const others = testimonies.filter(({ statement }) => !isConclusion(statement));
  if (shown.length < 2) return undecided('WITNESS_MISSING', anchor, [first, ...others]);
  const evidence = joinEvidence(
    shown.map(({ statement }) => statement.evidence),
    others,
  );
  return conclusion.kind === 'landed'
    ? { ...conclusion, evidence }
    : { kind: conclusion.proves, evidence };
}

function isConclusion(statement: Testimony['statement']): statement is Landed | Absence {
  return statement.kind === 'landed' || statement.kind === 'absent';
}

function contradicts(statement: Testimony['statement'], conclusion: Landed | Absence): boolean {
  switch (statement.kind) {
    case 'landed':
    case 'absent':
      return !isSame(statement, conclusion);
    case 'open':
    case 'contradictory':
    case 'other_block':
      return true;
    case 'behind':
    case 'silent':
      return false;
    default:
      return assertNever(statement, 'testimony');
  }
}

/** Ignores fees: nothing is signed because of them, and nodes count them differently. */
function isSame(one: Landed | Absence, other: Landed | Absence): boolean {
  if (one.kind === 'absent') return other.kind === 'absent' && one.proves === other.proves;
  if (other.kind === 'absent') return false;
  return (
    one.txId === other.txId &&
    one.block.hash === other.block.hash &&
    one.succeeded === other.succeeded &&
    `${one.results}` === `${other.results}`
  );
}

/** Merges evidence. Answers of the hosts after the first are prefixed with the host. */
function joinEvidence(
  evidence: readonly ProofEvidence[],
  others: readonly Testimony[],
): ProofEvidence {
  const [head, ...more] = evidence as [ProofEvidence, ...ProofEvidence[]];
  const answers = { ...head.answers };
  for (const { endpoints, answers: theirs } of more) {
    for (const [question, answer] of Object.entries(theirs))
      answers[`${endpoints.join()} ${question}`] = answer;
  }
  for (const { host, statement } of others) answers[host] = describe(statement);
  const usedBy = [...new Set(evidence.flatMap(({ usedBy: named = [] }) => named))];
  const endpoints = evidence.flatMap(({ endpoints: asked }) => asked);
  return { ...head, endpoints, answers, ...(usedBy.length === 0 ? {} : { usedBy }) };
}

function undecided(
  code: 'WITNESSES_DISAGREE' | 'WITNESS_MISSING',
  { number }: BlockReference,
  testimonies: readonly Testimony[],
): LeaseProof {
  const statements = testimonies
    .map(({ host, statement }) => `${host} ${describe(statement)}`)
    .join('; ');
  return { kind: 'undecided', reason: { code, message: `at block ${number} ${statements}` } };
}

function describe(statement: Testimony['statement']): string {
  switch (statement.kind) {
    case 'landed': {
      const { txId, succeeded, results, block } = statement;
      const outcome = results?.join() ?? (succeeded ? 'succeeded' : 'failed');
      return `shows ${txId} in block ${block.number}: ${outcome}`;
    }
    case 'absent':
      return statement.proves === 'expired'
        ? 'shows that no transaction of the lease landed before it expired'
        : 'shows that an unknown transaction used the lease';
    case 'open':
      return 'shows that the lease is not over';
    case 'behind':
      return 'does not have all of that block yet';
    case 'contradictory':
      return 'contradicts itself, or its history does not reach back far enough';
    case 'other_block':
      return 'has another block there';
    case 'silent':
      return `does not answer (${statement.code})`;
    default:
      return assertNever(statement, 'testimony');
  }
}
