import type {
  AttemptToProve,
  LeaseProof,
  LeaseToProve,
  ProofEvidence,
} from '../../../ports/lease-proof.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Absence, Finding } from '../../shared/endpoints/judge-witnesses.ts';
import { proveAcrossHosts } from '../../shared/endpoints/prove-across-hosts.ts';
import type { TonChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readExternal } from './external-message.ts';
import { type Carried, findCarried } from './find-carried.ts';
import { readBlock, readNewest } from './head.ts';
import { readAccount } from './read-account.ts';
import { readTrace } from './read-trace.ts';
import { requireAccount } from './require-account.ts';
import { requireSeqno } from './require-seqno.ts';
import { findSeqno } from './seqno.ts';
import { positionOf } from './transaction.ts';
import { endMargin, longestValidity } from './validity.ts';

/** Seconds that a sole endpoint's state must be past a lease's expiry, plus the shard margin. */
const soleMargin = 60n;

interface Question {
  account: string;
  seqno: bigint;
  /** The wallet refuses all attempts from this time on, in seconds since the epoch. */
  expires: bigint;
  /** The same of the attempt that it refuses first: none was signed long before. */
  firstEnd: bigint;
  txIds: ReadonlySet<string>;
}

/** The seqno is unused and all attempts have expired, or an external message used the seqno. */
type Absent = Absence & { time: bigint; isShown: boolean };

/** A block of the masterchain, by its logical time. */
type FinalBlock = Awaited<ReturnType<typeof readFinal>>;

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A lease is over once the wallet's seqno is past it, or once a wallet state from after the expiry
 * of all attempts still has the seqno. Time only grows, so no later block includes them. The
 * wallet's transaction that received exactly the attempt's message, with its whole trace, proves
 * that the attempt landed. Proving that none did takes the wallet's history to before the lease.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: TonChain,
  lease: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  const question = questionOf(lease, attempts);
  if (!question) return undecided;
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal,
    hashAt: async (endpoint, { seqno }) => (await readBlock(endpoint, seqno)).hash,
    findAt: (endpoint, anchor, own) => findAt(endpoint, chain, question, anchor, own),
    proveAlone: (_, shown) => proveAlone(chain, question, shown),
  });
}

async function readFinal(endpoint: Endpoint) {
  const { endLt: number, hash, time, seqno } = await readNewest(endpoint);
  return { number, hash, time, seqno };
}

/**
 * `expires` is the latest expiry among the attempts' bytes and the lease. `undefined` without any. An
 * end that is too late delays a proof; it must not shorten the history that is read for one.
 */
function questionOf(
  { account, terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Question | undefined {
  const { seqno, expires: end } = requireSeqno(terms);
  const own = attempts.map(({ bytes }) => readExternal(bytes).message.validUntil);
  const ends = end === undefined ? own : [...own, Number(end)];
  if (ends.length === 0) return undefined;
  const expires = BigInt(Math.max(...ends));
  const firstEnd = BigInt(Math.min(...(own.length > 0 ? own : ends)));
  const txIds = new Set(attempts.map(({ txId }) => txId));
  return { account: requireAccount(account), seqno, expires, firstEnd, txIds };
}

/**
 * A sole endpoint needs a larger margin after the expiry, and must show the external message that
 * used the seqno.
 */
function proveAlone(
  chain: TonChain,
  { expires }: Question,
  { proves, time, isShown, evidence }: Absent,
): LeaseProof {
  switch (proves) {
    case 'expired':
      return time >= expires + endMargin(chain) + soleMargin
        ? { kind: proves, evidence }
        : undecided;
    case 'used_by_stranger':
      return isShown ? { kind: proves, evidence } : undecided;
  }
}

async function findAt(
  endpoint: Endpoint,
  chain: TonChain,
  { account, seqno, expires, firstEnd, txIds }: Question,
  { number, hash, time: timeOfAnchor }: FinalBlock,
  own: FinalBlock,
): Promise<Finding<Absent>> {
  const state = await readAccount(endpoint, account);
  const currentSeqno = findSeqno(state);
  const time = BigInt(Math.min(state.time, timeOfAnchor));
  const isMoved = currentSeqno !== undefined && currentSeqno > seqno;
  const end = expires + endMargin(chain);
  if (currentSeqno === undefined || (!isMoved && timeOfAnchor < end)) return { kind: 'open' };
  if (!isMoved && time < end) return { kind: 'behind' };

  const since = firstEnd - BigInt(longestValidity(chain));
  const carried = await findCarried(endpoint, account, state.lastTransaction, {
    txIds,
    seqno,
    since,
  });
  const answers = {
    account,
    seqno: `${currentSeqno}`,
    expires: `${expires}`,
    time: `${time}`,
    ...summaryOf(carried),
  };
  const anchor = { number, hash };
  const evidence: ProofEvidence = {
    rule: 'ton-wallet-seqno',
    endpoints: [endpoint.host],
    anchor,
    answers,
  };
  const { ours, external } = carried;
  if (ours) {
    if (!isMoved) return { kind: 'contradictory' };
    // The masterchain does not include its shard block yet.
    if (ours.lt >= number) return { kind: 'open' };
    const { isWhole, succeeded, results, outcomes } = await readTrace(endpoint, ours, own.number);
    if (!isWhole) return { kind: 'behind' };
    const messages = Object.fromEntries(
      outcomes.map(({ kind }, index) => [`message ${index}`, kind]),
    );
    const txId = ours.received?.kind === 'external' ? ours.received.id : '';
    const whole = { ...evidence, answers: { ...answers, ...messages } };
    const outcome = { succeeded, ...(results ? { results } : {}) };
    return { kind: 'landed', txId, ...positionOf(ours), ...outcome, evidence: whole };
  }
  if (!carried.isWhole) return { kind: 'contradictory' };
  if (external && external.lt >= number) return { kind: 'open' };
  // A shard state that the masterchain does not include yet may be reverted.
  if (isMoved && state.lastTransaction.lt >= own.number) return { kind: 'behind' };
  const proves = isMoved ? 'used_by_stranger' : 'expired';
  return { kind: 'absent', proves, time, isShown: external !== undefined, evidence };
}

function summaryOf({ ours, external, isWhole, read }: Carried): Record<string, string | null> {
  return {
    'transaction with one of the attempts': ours ? `${ours.hash} at ${ours.lt}` : null,
    'transaction with another message of the number': external
      ? `${external.hash} at ${external.lt}`
      : null,
    'history back to before the lease': `${read} transactions${isWhole ? '' : ', and then no more'}`,
  };
}
