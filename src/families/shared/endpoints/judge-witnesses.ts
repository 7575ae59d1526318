import { assertNever } from '../../../core/assert-never.ts';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ErrorCode } from '../../../errors/codes.ts';
import type { LeaseProof, ProofEvidence } from '../../../ports/lease-proof.ts';

export type Landed = Extract<LeaseProof, { kind: 'landed' }>;

/** None of the attempts is in an endpoint's chain up to the anchor, and none can be any more. */
export interface Absence {
  kind: 'absent';
  /** What becomes of the lease by that. */
  proves: 'expired' | 'used_by_stranger';
  evidence: ProofEvidence;
}

/** What one endpoint shows of a lease at a final block. */
export type Finding<Shown extends Absence = Absence> =
  | Landed
  | Shown
  /** The lease is not over at that block. */
  | { kind: 'open' }
  /** The endpoint has the block, and not yet all that it takes to tell. */
  | { kind: 'behind' }
  /** What it says does not go together, or its history does not reach so far back. */
  | { kind: 'contradictory' };

/** What one host says when it is asked for a lease at a block. */
export interface Testimony {
  host: string;
  said: Finding | { kind: 'other_block' } | { kind: 'silent'; code: ErrorCode };
}

/**
 * What several hosts prove together at one block. An absence takes two that show it, and so does
 * what landed where `takesTwo` says so; and none that says something else. Any other landing is
 * shown by whichever host has it. A host that does not answer is waited for, unless two others
 * agree.
 */
export function judgeWitnesses(
  anchor: BlockReference,
  testimonies: readonly Testimony[],
  takesTwo: (landed: Landed) => boolean,
): LeaseProof {
  const shown = testimonies.flatMap(({ host, said }) =>
    isConclusion(said) ? [{ host, said }] : [],
  );
  const main = shown.find(({ said }) => said.kind === 'landed') ?? shown[0];
  if (!main) return { kind: 'undecided' };
  const { said: conclusion } = main;
  const landings = shown.filter(({ said }) => said.kind === 'landed');
  const isPlain = conclusion.kind === 'landed' && !takesTwo(conclusion);
  if (isPlain && landings.every(({ said }) => isSame(said, conclusion))) return conclusion;

  const against = testimonies.filter(({ said }) => speaksAgainst(said, conclusion));
  if (against.length > 0) return undecided('WITNESSES_DISAGREE', anchor, [main, ...against]);
  const others = testimonies.filter(({ said }) => !isConclusion(said));
  if (shown.length < 2) return undecided('WITNESS_MISSING', anchor, [main, ...others]);
  const evidence = joined(
    shown.map(({ said }) => said.evidence),
    others,
  );
  return conclusion.kind === 'landed'
    ? { ...conclusion, evidence }
    : { kind: conclusion.proves, evidence };
}

function isConclusion(said: Testimony['said']): said is Landed | Absence {
  return said.kind === 'landed' || said.kind === 'absent';
}

function speaksAgainst(said: Testimony['said'], conclusion: Landed | Absence): boolean {
  switch (said.kind) {
    case 'landed':
    case 'absent':
      return !isSame(said, conclusion);
    case 'open':
    case 'contradictory':
    case 'other_block':
      return true;
    case 'behind':
    case 'silent':
      return false;
    default:
      return assertNever(said, 'testimony');
  }
}

/** Fees are left out: nothing is signed because of them, and nodes count them differently. */
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

/** What each host answered, under its name but for the first. */
function joined(evidence: readonly ProofEvidence[], others: readonly Testimony[]): ProofEvidence {
  const [first, ...more] = evidence as [ProofEvidence, ...ProofEvidence[]];
  const answers = { ...first.answers };
  for (const { endpoints, answers: told } of more) {
    for (const [question, answer] of Object.entries(told))
      answers[`${endpoints.join()} ${question}`] = answer;
  }
  for (const { host, said } of others) answers[host] = describe(said);
  const usedBy = [...new Set(evidence.flatMap(({ usedBy: named = [] }) => named))];
  const endpoints = evidence.flatMap(({ endpoints: asked }) => asked);
  return { ...first, endpoints, answers, ...(usedBy.length === 0 ? {} : { usedBy }) };
}

function undecided(
  code: 'WITNESSES_DISAGREE' | 'WITNESS_MISSING',
  { number }: BlockReference,
  testimonies: readonly Testimony[],
): LeaseProof {
  const told = testimonies.map(({ host, said }) => `${host} ${describe(said)}`).join('; ');
  return { kind: 'undecided', reason: { code, message: `at block ${number} ${told}` } };
}

function describe(said: Testimony['said']): string {
  switch (said.kind) {
    case 'landed': {
      const { txId, succeeded, results, block } = said;
      const outcome = results?.join() ?? (succeeded ? 'succeeded' : 'failed');
      return `shows ${txId} in block ${block.number}: ${outcome}`;
    }
    case 'absent':
      return said.proves === 'expired'
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
      return `does not answer (${said.code})`;
    default:
      return assertNever(said, 'testimony');
  }
}
