import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type {
  AttemptToProve,
  LeaseProof,
  LeaseToProve,
  ProofEvidence,
} from '../../../ports/lease-proof.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Absence, Finding } from '../../shared/endpoints/judge-witnesses.ts';
import { proveAcrossHosts } from '../../shared/endpoints/prove-across-hosts.ts';
import { isValid, quantity, type SlotBlock } from './answers.ts';
import { blockhashLifetime } from './blockhash-lifetime.ts';
import type { Endpoint } from './endpoint.ts';
import { finalHeight, findBlock, readFinalBlock, readReportedHeight } from './head.ts';
import { resultOf } from './observe.ts';
import { findTransaction, readStatuses } from './statuses.ts';
import { readOwnBytes } from './wire-transaction.ts';

/**
 * Blocks that a sole endpoint must be past a lease's expiry: another blockhash lifetime, about a
 * minute. By then its history contains all of its blocks.
 */
const soleMargin = blockhashLifetime;

interface Question {
  account: string;
  /** The last height at which the attempts may be included. */
  expires: bigint;
  attempts: readonly AttemptToProve[];
}

interface AbsenceAtHeight extends Absence {
  /** Height of the endpoint's final block. */
  height: bigint;
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A lease is over once the finalized block height reaches its expiry. Then its attempt has landed,
 * which a finalized transaction proves, or never will, which takes a proof of absence. With a
 * single host, that proof takes a larger margin. The expiry comes from one endpoint, so it does not
 * suffice: the attempt's blockhash must be expired too.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  { account, terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'a Solana transaction needs a lease that expires');
  if (terms.expires === undefined) return undecided;
  const question: Question = { account, expires: terms.expires, attempts };
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal: readFinalBlock,
    hashAt,
    findAt: (endpoint, anchor) => findAt(endpoint, question, anchor),
    proveAlone: (_, shown) => proveAlone(question, shown),
  });
}

/** `skipped` for a slot without a block, `undefined` for a block that the endpoint lacks. */
async function hashAt(endpoint: Endpoint, { number }: SlotBlock): Promise<string | undefined> {
  const found = await findBlock(endpoint, number);
  if (found.kind === 'skipped') return 'skipped';
  return found.kind === 'found' ? found.block.hash : undefined;
}

function proveAlone({ expires }: Question, { evidence, height }: AbsenceAtHeight): LeaseProof {
  return height >= expires + soleMargin ? { kind: 'expired', evidence } : undecided;
}

async function findAt(
  endpoint: Endpoint,
  { account, expires, attempts }: Question,
  block: SlotBlock,
): Promise<Finding<AbsenceAtHeight>> {
  const anchor = { number: block.number, hash: block.hash };
  const txIds = attempts.map(({ txId }) => txId);
  // Read first: anything included before a blockhash expired is then known to the later reads.
  const [reportedHeight, blockhashes] = await Promise.all([
    readReportedHeight(endpoint),
    Promise.all(attempts.map((attempt) => readBlockhash(endpoint, attempt, anchor))),
  ]);
  const [statuses, transactions] = await Promise.all([
    readStatuses(endpoint, txIds),
    Promise.all(
      txIds.map(
        async (txId) => [txId, await findTransaction(endpoint, txId, 'finalized')] as const,
      ),
    ),
  ]);
  const height = finalHeight(block, reportedHeight);
  const answers: Record<string, string | null> = {
    account,
    expires: `${expires}`,
    height: `${height}`,
  };
  for (const { txId, answer } of blockhashes) answers[`blockhash ${txId}`] = answer;
  for (const [txId, transaction] of transactions) {
    const status = statuses.get(txId);
    answers[`status ${txId}`] = status
      ? `${status.confirmationStatus} in slot ${status.slot}`
      : null;
    answers[`transaction ${txId}`] = transaction ? `slot ${transaction.slot}` : null;
  }
  const evidence: ProofEvidence = {
    rule: 'solana-height-final',
    endpoints: [endpoint.host],
    anchor,
    answers,
  };

  for (const [txId, transaction] of transactions) {
    if (!transaction || transaction.slot > anchor.number) continue;
    const found = await findBlock(endpoint, transaction.slot);
    if (found.kind !== 'found') continue;
    const included = { number: transaction.slot, hash: found.block.hash };
    return { kind: 'landed', txId, block: included, ...resultOf(transaction), evidence };
  }
  if (block.height < expires) return { kind: 'open' };
  if (height < expires) return { kind: 'behind' };
  const isKnown =
    statuses.size > 0 || transactions.some(([, transaction]) => transaction !== undefined);
  const mayLand = blockhashes.some(({ isOver }) => !isOver);
  if (isKnown || mayLand) return { kind: 'contradictory' };
  const { reaches, answer } = await readReach(endpoint, expires);
  if (!reaches) return { kind: 'contradictory' };
  const reaching = { ...evidence, answers: { ...answers, firstAvailableBlock: answer } };
  return { kind: 'absent', proves: 'expired', evidence: reaching, height };
}

/**
 * Whether the attempt's blockhash has expired on every fork. It must be invalid in the newest block
 * and in the final one, which all forks share. A block older than the blockhash reports it as
 * invalid too, so both answers must be from the anchor or later.
 */
async function readBlockhash(
  endpoint: Endpoint,
  { txId, bytes }: AttemptToProve,
  anchor: BlockReference,
): Promise<{ txId: string; isOver: boolean; answer: string }> {
  const { blockhash } = readOwnBytes(bytes).message;
  const validity = await Promise.all(
    ['processed', 'finalized'].map((commitment) =>
      endpoint.read('isBlockhashValid', [blockhash, { commitment }], isValid),
    ),
  );
  return {
    txId,
    isOver: validity.every(({ context, value }) => !value && context.slot >= anchor.number),
    answer: validity
      .map(({ context, value }) => `${value ? 'valid' : 'not valid'} in slot ${context.slot}`)
      .join(', '),
  };
}

/** Nodes prune old blocks, so their history must reach back to before the attempt's lifetime. */
async function readReach(
  endpoint: Endpoint,
  expires: bigint,
): Promise<{ reaches: boolean; answer: string }> {
  const first = await endpoint.read('getFirstAvailableBlock', [], quantity);
  const slot = `slot ${first}`;
  if (first === 0n) return { reaches: true, answer: slot };
  const found = await findBlock(endpoint, first);
  if (found.kind !== 'found') return { reaches: false, answer: `${slot}, ${found.kind}` };
  const { height } = found.block;
  return { reaches: height < expires - blockhashLifetime, answer: `${slot} at height ${height}` };
}
