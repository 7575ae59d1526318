import type { Address } from 'viem';
import type { Chain } from '../../core/chains.ts';
import type { BlockReference } from '../../core/swap.ts';
import type { LeaseProof, ObservedAttempt, ProofEvidence } from '../../ports/chain-adapter.ts';
import { type Block, type Receipt, transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { attempt, type Endpoints } from './endpoints.ts';
import { readBlock, readHead, readLatest } from './head.ts';
import { readNonce } from './nonce.ts';
import { blockOf, blocksOf, feePaid, knownBlock, readReceipts, readStanding, succeeded } from './receipts.ts';
import { requireAccount } from './require-account.ts';

interface Question {
  account: Address;
  nonce: bigint;
  attempts: readonly ObservedAttempt[];
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A nonce is used up for good once the account's nonce at a final block is past it; then either one of the attempts has a receipt
 * there, or somebody else's transaction took it. The first is shown by a receipt. The second is an absence, which takes two endpoints
 * with different hosts that show the same anchor block, and none that knows one of the attempts. Where only one host is
 * configured, the nonce has to have been past the lease for longer.
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
    attempts,
  };
  const { asked, proof } = await endpoints.first(async (endpoint) => ({
    asked: endpoint,
    proof: await proveAt(endpoint, question, await readFinalBlock(endpoint, chain)),
  }));
  if (proof.kind !== 'used_by_stranger') return proof;
  const others = onePerHost(endpoints.inOrder()).filter(({ host }) => host !== asked.host);
  if (others.length === 0) return standing(asked, chain, question, proof);
  return confirm(
    proof,
    await Promise.all(others.map((other) => askAgain(other, chain, question, proof.evidence.anchor))),
  );
}

type Absence = Extract<LeaseProof, { kind: 'used_by_stranger' }>;

/** @param said what the other hosts say of the same anchor; nothing of those that do not answer or do not have it */
function confirm(first: Absence, said: readonly (LeaseProof | undefined)[]): LeaseProof {
  const landed = said.find((other) => other?.kind === 'landed');
  if (landed) return landed;
  if (said.some((other) => other?.kind === 'undecided')) return undecided;
  const agreeing = said.flatMap((other) => (other?.kind === 'used_by_stranger' ? [other.evidence] : []));
  return agreeing.length > 0 ? { ...first, evidence: joined([first.evidence, ...agreeing]) } : undecided;
}

async function askAgain(
  endpoint: Endpoint,
  chain: Chain,
  question: Question,
  anchor: BlockReference,
): Promise<LeaseProof | undefined> {
  const result = await attempt(endpoint, async () => {
    await readLatest(endpoint, chain);
    const block = await readBlock(endpoint, anchor.number);
    return block.hash === anchor.hash ? proveAt(endpoint, question, block) : undefined;
  });
  return result.ok ? result.value : undefined;
}

/** A sole endpoint may know the nonce and be late with receipts: half the depth of a final block more is the time that it gets. */
async function standing(endpoint: Endpoint, chain: Chain, question: Question, proof: Absence): Promise<LeaseProof> {
  const { evidence } = proof;
  const earlier = evidence.anchor.number - BigInt(Math.ceil(chain.proofDepth / 2));
  if (earlier < 0n) return undecided;
  const nonce = await readNonce(endpoint, question.account, earlier);
  if (nonce <= question.nonce) return undecided;
  return { ...proof, evidence: { ...evidence, answers: { ...evidence.answers, [`nonce at ${earlier}`]: `${nonce}` } } };
}

async function readFinalBlock(endpoint: Endpoint, chain: Chain): Promise<Block> {
  const { final } = await readHead(endpoint, chain);
  return readBlock(endpoint, final);
}

/** What one endpoint shows of the lease at a block that is final. */
async function proveAt(endpoint: Endpoint, { account, nonce, attempts }: Question, anchor: Block): Promise<LeaseProof> {
  const txIds = attempts.map(({ txId }) => txId);
  const [nonceAtAnchor, receipts] = await Promise.all([
    readNonce(endpoint, account, anchor.number),
    readReceipts(endpoint, txIds),
  ]);
  if (nonceAtAnchor <= nonce) return undecided;

  const [standingOf, known] = await Promise.all([
    readStanding(endpoint, blocksOf(receipts, attempts)),
    receipts.size > 0 ? [] : knownOf(endpoint, txIds),
  ]);
  const answers: Record<string, string | null> = { account, nonce: `${nonce}`, nonceAtAnchor: `${nonceAtAnchor}` };
  for (const txId of txIds) answers[`receipt ${txId}`] = summary(receipts.get(txId));
  const evidence: ProofEvidence = {
    rule: 'evm-nonce-final',
    endpoints: [endpoint.host],
    anchor: { number: anchor.number, hash: anchor.hash },
    answers,
  };

  for (const [txId, receipt] of receipts) {
    const block = blockOf(receipt);
    if (standingOf(block) !== 'on_chain' || block.number > anchor.number) continue;
    return { kind: 'landed', txId, block, succeeded: succeeded(receipt), feePaid: feePaid(receipt), evidence };
  }
  // A receipt elsewhere, or an attempt that the node still holds or whose block it has, contradicts the nonce: it is not done indexing.
  const hasBlock = attempts.some((attempt) => {
    const block = knownBlock(attempt);
    return block !== undefined && standingOf(block) === 'on_chain';
  });
  const isContradicted = receipts.size > 0 || known.length > 0 || hasBlock;
  return isContradicted ? undecided : { kind: 'used_by_stranger', evidence };
}

function onePerHost(endpoints: readonly Endpoint[]): Endpoint[] {
  return [...new Map(endpoints.map((endpoint) => [endpoint.host, endpoint])).values()];
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
