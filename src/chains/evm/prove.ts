import type { Address } from 'viem';
import type { Chain } from '../../core/chains.ts';
import type { LeaseProof, ObservedAttempt, ProofEvidence } from '../../ports/chain-adapter.ts';
import { type Receipt, transaction } from './answers.ts';
import { type Endpoint, type Endpoints, isEndpointFault } from './endpoints.ts';
import { readBlock, readHead } from './head.ts';
import { readNonce } from './nonce.ts';
import { blockOf, feePaid, readCanonical, readReceipts, succeeded } from './receipts.ts';
import { requireAccount } from './require-account.ts';

interface Question {
  account: Address;
  nonce: bigint;
  txIds: readonly string[];
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A nonce is used up for good once the account's nonce at a final block is past it; then either one of the attempts has a receipt
 * there, or somebody else's transaction took it. The first is shown by a receipt. The second is an absence, so every
 * configured endpoint must say it: one that fails, or knows one of the attempts, leaves it undecided.
 */
export async function prove(
  endpoints: Endpoints,
  chain: Chain,
  lease: { account: string; nonce: bigint },
  attempts: readonly ObservedAttempt[],
): Promise<LeaseProof> {
  const question: Question = {
    account: requireAccount(lease.account),
    nonce: lease.nonce,
    txIds: attempts.map(({ txId }) => txId),
  };
  const { asked, proof } = await endpoints.first(async (endpoint) => ({
    asked: endpoint,
    proof: await proveAt(endpoint, chain, question),
  }));
  if (proof.kind !== 'used_by_stranger') return proof;
  const others = endpoints.inOrder().filter((endpoint) => endpoint !== asked);
  const agreeing = await Promise.all(others.map((endpoint) => agreement(endpoint, chain, question)));
  if (agreeing.some((other) => other?.kind !== 'used_by_stranger')) return undecided;
  const all = agreeing.flatMap((other) => (other?.kind === 'used_by_stranger' ? [other.evidence] : []));
  return { kind: 'used_by_stranger', evidence: joined([proof.evidence, ...all]) };
}

async function agreement(endpoint: Endpoint, chain: Chain, question: Question): Promise<LeaseProof | undefined> {
  try {
    await endpoint.verify();
    return await proveAt(endpoint, chain, question);
  } catch (error) {
    if (isEndpointFault(error)) return undefined;
    throw error;
  }
}

async function proveAt(endpoint: Endpoint, chain: Chain, { account, nonce, txIds }: Question): Promise<LeaseProof> {
  const head = await readHead(endpoint, chain);
  const [anchor, nonceAtAnchor, receipts] = await Promise.all([
    readBlock(endpoint, head.final),
    readNonce(endpoint, account, head.final),
    readReceipts(endpoint, txIds),
  ]);
  if (nonceAtAnchor <= nonce) return undecided;

  const [isCanonical, known] = await Promise.all([
    readCanonical(endpoint, receipts.values()),
    receipts.size > 0 ? [] : knownOf(endpoint, txIds),
  ]);
  const answers: Record<string, string | null> = {
    account,
    nonce: `${nonce}`,
    latest: `${head.latest}`,
    nonceAtAnchor: `${nonceAtAnchor}`,
  };
  for (const txId of txIds) answers[`receipt ${txId}`] = summary(receipts.get(txId));
  const evidence: ProofEvidence = {
    rule: 'evm-nonce-final',
    endpoints: [endpoint.host],
    anchor: { number: anchor.number, hash: anchor.hash },
    answers,
  };

  for (const [txId, receipt] of receipts) {
    const block = blockOf(receipt);
    if (!isCanonical(block) || block.number > head.final) continue;
    return { kind: 'landed', txId, block, succeeded: succeeded(receipt), feePaid: feePaid(receipt), evidence };
  }
  // A receipt elsewhere, or an attempt that the node still holds, contradicts the nonce: the node is not done indexing.
  return receipts.size > 0 || known.length > 0 ? undecided : { kind: 'used_by_stranger', evidence };
}

async function knownOf(endpoint: Endpoint, txIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    txIds.map((txId) => endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable())),
  );
  return found.flatMap((known) => (known ? [known.hash] : []));
}

function summary(receipt: Receipt | undefined): string | null {
  return receipt ? `block ${receipt.blockNumber} ${receipt.blockHash} status ${receipt.status}` : null;
}

/** Evidence of several endpoints for the same absence; the answers of each under its host. */
function joined(evidence: readonly [ProofEvidence, ...ProofEvidence[]]): ProofEvidence {
  const [first, ...others] = evidence;
  const answers = { ...first.answers };
  for (const { endpoints, answers: more } of others) {
    for (const [question, answer] of Object.entries(more)) answers[`${endpoints.join()} ${question}`] = answer;
  }
  return { ...first, endpoints: evidence.flatMap(({ endpoints }) => endpoints), answers };
}
