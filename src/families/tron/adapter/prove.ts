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
  /** Milliseconds since the epoch; absent: nothing was signed under the lease. */
  expires: bigint | undefined;
  attempts: readonly AttemptToProve[];
}

/** The newest block's and the solidified one's. */
const states = ['wallet', 'walletsolidity'] as const;
const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A block takes no transaction that expires by the time of the block before it. So once a
 * solidified block is that old, the attempt is in one up to it, or never will be in any. The first
 * is shown by its outcome, the second is an absence. Where only one host is configured, an absence
 * takes an attempt that has expired for longer.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  { account, terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'a lease of TRON is under no nonce');
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
 * A sole endpoint may know the time and be late with outcomes: half the depth of a solidified block
 * more is the time that it gets.
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
 * It has an attempt in a block that is not solidified, or the very block that one was in: it is not
 * done indexing. Or it has the transaction itself, and keeps no outcomes (java-tron,
 * `storage.transHistory.switch`): to have none says nothing there.
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
