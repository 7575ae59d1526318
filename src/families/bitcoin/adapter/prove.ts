import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { Outpoint } from '../../../core/swap/swap.ts';
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
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint, Spend } from './endpoint.ts';
import { readBlock, readHead } from './head.ts';
import { isSpentBy } from './spend.ts';

interface Question {
  outpoints: readonly Outpoint[];
  attempts: readonly AttemptToProve[];
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A lease is over once a deep enough block spends one of its coins. Either an attempt spent it,
 * which its block proves, or an external transaction, which takes a proof of absence. With a single
 * host, that proof takes a deeper spend. A transaction's absence from a mempool proves nothing.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  { terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a Bitcoin lease must reserve coins');
  const question: Question = { outpoints: terms.outpoints, attempts };
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal: async (endpoint) => readBlock(endpoint, (await readHead(endpoint, chain)).final),
    hashAt: (endpoint, { number }) => endpoint.hashAt(number),
    findAt: (endpoint, anchor) => findAt(endpoint, question, anchor),
    proveAlone: (endpoint, { evidence }) => proveAlone(endpoint, chain, question, evidence),
  });
}

/** A sole server may lag with transactions, so the spend must be half a `proofDepth` deeper. */
async function proveAlone(
  endpoint: Endpoint,
  chain: BitcoinChain,
  question: Question,
  evidence: ProofEvidence,
): Promise<LeaseProof> {
  const earlier = evidence.anchor.number - BigInt(Math.ceil(chain.proofDepth / 2));
  if (earlier < 0n) return undecided;
  const finding = await findAt(endpoint, question, await readBlock(endpoint, earlier));
  return finding.kind === 'absent'
    ? { kind: 'used_by_stranger', evidence: finding.evidence }
    : undecided;
}

async function findAt(
  endpoint: Endpoint,
  { outpoints, attempts }: Question,
  anchor: BlockReference,
): Promise<Finding> {
  const spends = await mapBounded(outpoints, (outpoint) => endpoint.spendOf(outpoint));
  const spenders = spends.flatMap((spend) => (isSpentBy(spend, anchor.number) ? [spend.txId] : []));
  if (spenders.length === 0) return { kind: 'open' };

  const answers: Record<string, string | null> = {};
  for (const [index, outpoint] of outpoints.entries())
    answers[`spend of ${outpoint}`] = summary(spends[index]);
  const evidence: ProofEvidence = {
    rule: 'bitcoin-coins-spent',
    endpoints: [endpoint.host],
    anchor,
    answers,
  };
  const found = await mapBounded(attempts, ({ txId }) => endpoint.transaction(txId));
  for (const known of found) {
    const block = known?.block;
    if (!known || !block) continue;
    // The server has an attempt in a block, but reports another spender of its coins, or has not
    // indexed up to there.
    if (!spenders.includes(known.txId) || block.number > anchor.number)
      return { kind: 'contradictory' };
    if ((await endpoint.hashAt(block.number)) !== block.hash) return { kind: 'contradictory' };
    return {
      kind: 'landed',
      txId: known.txId,
      block,
      succeeded: true,
      feePaid: known.fee,
      evidence,
    };
  }
  const isOurs = attempts.some(({ txId }) => spenders.includes(txId));
  return isOurs || (await hasKnownBlock(endpoint, attempts))
    ? { kind: 'contradictory' }
    : {
        kind: 'absent',
        proves: 'used_by_stranger',
        evidence: { ...evidence, usedBy: [...new Set(spenders)] },
      };
}

/** Whether the server has the block that included an attempt: then its index is incomplete. */
async function hasKnownBlock(
  endpoint: Endpoint,
  attempts: readonly AttemptToProve[],
): Promise<boolean> {
  const has = await mapBounded(attempts, async ({ inclusion }) => {
    if (!inclusion || !('block' in inclusion)) return false;
    return (await endpoint.hashAt(inclusion.block.number)) === inclusion.block.hash;
  });
  return has.includes(true);
}

function summary(spend: Spend | undefined): string | null {
  if (!spend) return null;
  const { txId, block } = spend;
  return `${txId} ${block ? `block ${block.number} ${block.hash}` : 'in the mempool'}`;
}
