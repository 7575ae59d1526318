import type { TonChain } from '../../core/chains.ts';
import type { BlockReference } from '../../core/swap.ts';
import type { AttemptToProve, LeaseProof, LeaseToProve, ProofEvidence } from '../../ports/chain-adapter.ts';
import type { Absence, Finding } from '../endpoints/combine-findings.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { proveAcrossHosts } from '../endpoints/prove-across-hosts.ts';
import type { Endpoint } from './endpoint.ts';
import { readExternal } from './external-message.ts';
import { type Carried, findCarried } from './find-carried.ts';
import { readBlock, readNewest } from './head.ts';
import { readAccount } from './read-account.ts';
import { readTrace } from './read-trace.ts';
import { requireAccount } from './require-account.ts';
import { requireSeqno } from './require-seqno.ts';
import { findSeqno } from './seqno.ts';
import { placeOf } from './transaction.ts';
import { endMargin, longestValidity } from './validity.ts';

/** Seconds by which a sole endpoint's state must be past the end of a lease, beside the margin for shards. */
const soleMargin = 60n;

interface Question {
  account: string;
  seqno: bigint;
  /** From when on the wallet takes none of the attempts, in seconds since the epoch. */
  expires: bigint;
  txIds: ReadonlySet<string>;
}

/** How none of the attempts landed: the wallet stands where it stood, and takes them no more; or a message that is not among them used the number. */
type Absent = Absence & { how: 'expired' | 'used_by_stranger'; time: bigint; isShown: boolean };

type NewestBlock = Awaited<ReturnType<typeof readNewest>>;

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A lease is over once the wallet's number is past it, or once a state of the wallet that is later than the end of all attempts still has the
 * number: time only grows, so no later block takes them. That an attempt landed is shown by the wallet's own transaction that carried exactly its
 * message, with all that it led to, whichever endpoint has it. That none did is an absence, which takes two endpoints with different hosts that
 * have the same masterchain block and the wallet's whole history back to before the lease, and none that says something else: where one host says
 * that the number has moved, no other one proves that the lease has expired.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: TonChain,
  lease: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  const question = questionOf(lease, attempts);
  if (!question) return undecided;
  const expired = await search(endpoints, chain, question, 'expired');
  return expired.kind === 'undecided' ? search(endpoints, chain, question, 'used_by_stranger') : expired;
}

/** The end is what the bytes say themselves, where that is later than what is known of the lease. Nothing of a lease without attempts. */
function questionOf({ account, terms }: LeaseToProve, attempts: readonly AttemptToProve[]): Question | undefined {
  const { seqno, expires: end } = requireSeqno(terms);
  const ends = attempts.map(({ bytes }) => readExternal(bytes).message.validUntil);
  if (end !== undefined) ends.push(Number(end));
  if (ends.length === 0) return undefined;
  const expires = BigInt(Math.max(...ends));
  const txIds = new Set(attempts.map(({ txId }) => txId));
  return { account: requireAccount(account), seqno, expires, txIds };
}

function search(
  endpoints: Endpoints<Endpoint>,
  chain: TonChain,
  question: Question,
  absence: Absent['how'],
): Promise<LeaseProof> {
  /** By their hashes: an anchor has the block's logical time only. */
  const anchors = new Map<string, bigint>();
  const findAt = async (endpoint: Endpoint, newest: NewestBlock, anchor: BlockReference): Promise<Finding<Absent>> => {
    const finding = await findFrom(endpoint, chain, question, newest, anchor);
    if (finding.kind !== 'absent' || finding.how === absence) return finding;
    return { kind: 'contradictory', anchor };
  };
  return proveAcrossHosts<Endpoint, Absent>(endpoints, {
    absence,
    async findFirst(endpoint) {
      const newest = await readNewest(endpoint);
      anchors.set(newest.hash, newest.seqno);
      return findAt(endpoint, newest, anchorOf(newest));
    },
    async askAgain(endpoint, anchor) {
      const newest = await readNewest(endpoint);
      const seqno = anchors.get(anchor.hash);
      if (seqno === undefined || newest.seqno < seqno) return undefined;
      const own = await readBlock(endpoint, seqno);
      return own.hash === anchor.hash ? findAt(endpoint, newest, anchor) : undefined;
    },
    proveAlone: (_, shown) => proveAlone(chain, question, shown),
  });
}

/** A sole endpoint has to be past the end for longer; and to show the message that has used the number in the place of ours. */
function proveAlone(chain: TonChain, { expires }: Question, { how, time, isShown, evidence }: Absent): LeaseProof {
  switch (how) {
    case 'expired':
      return time >= expires + endMargin(chain) + soleMargin ? { kind: how, evidence } : undecided;
    case 'used_by_stranger':
      return isShown ? { kind: how, evidence } : undecided;
  }
}

function anchorOf({ endLt: number, hash }: NewestBlock): BlockReference {
  return { number, hash };
}

async function findFrom(
  endpoint: Endpoint,
  chain: TonChain,
  question: Question,
  newest: NewestBlock,
  anchor: BlockReference,
): Promise<Finding<Absent>> {
  const { account, seqno, expires, txIds } = question;
  const state = await readAccount(endpoint, account);
  const told = findSeqno(state);
  const time = BigInt(Math.min(state.time, newest.time));
  const isMoved = told !== undefined && told > seqno;
  if (told === undefined || (!isMoved && time < expires + endMargin(chain))) return { kind: 'open' };

  const since = expires - BigInt(longestValidity(chain));
  const carried = await findCarried(endpoint, account, state.lastTransaction, { txIds, seqno, since });
  const answers = { account, seqno: `${told}`, expires: `${expires}`, time: `${time}`, ...summaryOf(carried) };
  const evidence: ProofEvidence = { rule: 'ton-wallet-seqno', endpoints: [endpoint.host], anchor, answers };
  const { ours } = carried;
  if (ours) {
    if (!isMoved) return { kind: 'contradictory', anchor };
    // In a block of a shard that the masterchain has not taken in.
    if (ours.lt >= anchor.number) return { kind: 'open' };
    const { isWhole, succeeded, results, fates } = await readTrace(endpoint, ours, newest.endLt);
    if (!isWhole) return { kind: 'open' };
    const messages = Object.fromEntries(fates.map(({ kind }, index) => [`message ${index}`, kind]));
    const txId = ours.received?.kind === 'external' ? ours.received.id : '';
    const whole = { ...evidence, answers: { ...answers, ...messages } };
    const outcome = { succeeded, ...(results ? { results } : {}) };
    return { kind: 'landed', txId, ...placeOf(ours), ...outcome, evidence: whole };
  }
  if (!carried.isWhole) return { kind: 'contradictory', anchor };
  // A state that the masterchain has not taken in may be taken back.
  if (isMoved && state.lastTransaction.lt >= newest.endLt) return { kind: 'open' };
  const how = isMoved ? 'used_by_stranger' : 'expired';
  return { kind: 'absent', how, time, isShown: carried.stranger !== undefined, evidence };
}

function summaryOf({ ours, stranger, isWhole, read }: Carried): Record<string, string | null> {
  return {
    'transaction with one of the attempts': ours ? `${ours.hash} at ${ours.lt}` : null,
    'transaction with another message of the number': stranger ? `${stranger.hash} at ${stranger.lt}` : null,
    'history back to before the lease': `${read} transactions${isWhole ? '' : ', and then no more'}`,
  };
}
