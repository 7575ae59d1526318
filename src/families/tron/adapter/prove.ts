import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type {
  AttemptToProve,
  LeaseProof,
  LeaseToProve,
  ProofEvidence,
} from '../../../ports/lease-proof.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Finding } from '../../shared/endpoints/judge-witnesses.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { proveAcrossHosts } from '../../shared/endpoints/prove-across-hosts.ts';
import type { TronChain } from '../formats/chain.ts';
import type { Block, TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, readBlock, readHeadBlocks } from './head.ts';
import { hasTransaction, readInfo, succeeded } from './transaction-info.ts';

interface Question {
  account: string;
  /** Milliseconds since the epoch. `undefined` if nothing was signed under the lease. */
  expires: bigint | undefined;
  attempts: readonly AttemptToProve[];
}

/** The states of the newest and of the solidified block. */
const states = ['wallet', 'walletsolidity'] as const;
const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A block includes no transaction that expires by the time of the block before. So once a
 * solidified block is that old, the attempt is in a block up to it or can never land. The first is
 * shown by its outcome, the second is an absence. With a single host, an absence needs an attempt
 * that has been expired for longer.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  { account, terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'the lease of a TRON account is not an expiry');
  const question: Question = { account, expires: terms.expires, attempts };
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal: async (endpoint) => (await readHeadBlocks(endpoint)).solidified,
    hashAt: async (endpoint, { number }) => (await findBlock(endpoint, number))?.hash,
    findAt: (endpoint, anchor) => findAt(endpoint, question, anchor),
    proveAlone: (endpoint, { evidence }) => proveAlone(endpoint, chain, question, evidence),
  });
}

/**
 * A sole endpoint may know the time before the outcomes: it gets another half of the solidified
 * depth.
 */
async function proveAlone(
  endpoint: Endpoint,
  chain: TronChain,
  { expires }: Question,
  evidence: ProofEvidence,
): Promise<LeaseProof> {
  const number = evidence.anchor.number - BigInt(Math.ceil(chain.proofDepth / 2));
  if (number < 0n || expires === undefined) return undecided;
  const { time } = await readBlock(endpoint, number);
  if (BigInt(time) < expires) return undecided;
  return {
    kind: 'expired',
    evidence: {
      ...evidence,
      answers: { ...evidence.answers, [`time of block ${number}`]: `${time}` },
    },
  };
}

async function findAt(
  endpoint: Endpoint,
  { account, expires, attempts }: Question,
  block: Block,
): Promise<Finding> {
  const anchor = { number: block.number, hash: block.hash };
  const infos = await mapBounded(attempts, ({ txId }) =>
    readInfo(endpoint, txId, 'walletsolidity'),
  );
  const answers: Record<string, string | null> = {
    account,
    expires: expires === undefined ? null : `${expires}`,
    timeOfAnchor: `${block.time}`,
  };
  for (const [index, { txId }] of attempts.entries())
    answers[`outcome ${txId}`] = summary(infos[index]);
  const evidence: ProofEvidence = {
    rule: 'tron-solidified-expiry',
    endpoints: [endpoint.host],
    anchor,
    answers,
  };

  const found = infos.find((info) => info !== undefined);
  if (found) {
    if (found.blockNumber > anchor.number) return { kind: 'open' };
    const { hash } = await readBlock(endpoint, found.blockNumber);
    const included = { number: found.blockNumber, hash };
    const [outcome, fee] = [succeeded(found), found.fee];
    return {
      kind: 'landed',
      txId: found.id,
      block: included,
      succeeded: outcome,
      feePaid: fee,
      evidence,
    };
  }
  if (expires === undefined || BigInt(block.time) < expires) return { kind: 'open' };
  if (await isContradicted(endpoint, attempts)) return { kind: 'contradictory' };
  for (const { txId } of attempts)
    for (const state of states) answers[`${state} transaction ${txId}`] = null;
  return { kind: 'absent', proves: 'expired', evidence };
}

/**
 * Whether the node has data that contradicts an absence. It may not have finished indexing: it has
 * an attempt in an unsolidified block, or the block of one. Or it has the transaction but stores no
 * outcomes (java-tron, `storage.transHistory.switch`).
 */
async function isContradicted(
  endpoint: Endpoint,
  attempts: readonly AttemptToProve[],
): Promise<boolean> {
  const known = await mapBounded(attempts, async ({ txId, inclusion }) => {
    if (await readInfo(endpoint, txId)) return true;
    for (const state of states) if (await hasTransaction(endpoint, txId, state)) return true;
    if (!inclusion || !('block' in inclusion)) return false;
    return (await findBlock(endpoint, inclusion.block.number))?.hash === inclusion.block.hash;
  });
  return known.includes(true);
}

function summary(info: TransactionInfo | undefined): string | null {
  if (!info) return null;
  return `block ${info.blockNumber} result ${info.result ?? info.receipt.result ?? 'none'}`;
}
