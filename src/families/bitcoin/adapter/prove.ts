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
 * Coins are used up for good once a block that is deep enough spends one of them: then either an
 * attempt did it, or an external transaction. The first is shown by its block, the second is an
 * absence. Where only one host is configured, an absence takes a deeper spend. That a mempool has
 * lost a transaction is no proof of anything.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  { terms }: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a lease of Bitcoin is of coins');
  const question: Question = { outpoints: terms.outpoints, attempts };
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal: async (endpoint) => readBlock(endpoint, (await readHead(endpoint, chain)).final),
    hashAt: (endpoint, { number }) => endpoint.hashAt(number),
    findAt: (endpoint, anchor) => findAt(endpoint, question, anchor),
    proveAlone: (endpoint, { evidence }) => proveAlone(endpoint, chain, question, evidence),
  });
}

/**
 * A sole server may be late with transactions: half the depth of a final block more is the time
 * that it gets.
 */
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
    // It has one of ours in a block and says that another transaction spends its coins, or has not
    // looked so far.
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

/** Whether it has the very block that one of them was in: it is not done indexing. */
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
