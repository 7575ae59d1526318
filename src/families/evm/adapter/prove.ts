import type { Address } from 'viem';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type {
  AttemptToProve,
  LeaseProof,
  LeaseToProve,
  ProofEvidence,
} from '../../../ports/lease-proof.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Finding } from '../../shared/endpoints/judge-witnesses.ts';
import { proveAcrossHosts } from '../../shared/endpoints/prove-across-hosts.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Block, type Receipt, transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, readBlock, readHead } from './head.ts';
import { readNonce } from './nonce.ts';
import {
  blockOf,
  blocksOf,
  createHashAt,
  feePaid,
  type HashAt,
  knownBlock,
  readReceipts,
  readStanding,
  succeeded,
} from './receipts.ts';
import { requireAccount } from './require-account.ts';
import { requireNonce } from './require-nonce.ts';

interface Question {
  chain: EvmChain;
  account: Address;
  nonce: bigint;
  attempts: readonly AttemptToProve[];
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * A nonce is used up for good once the account's nonce at a final block is past it. Then either one
 * of the attempts has a receipt, or an external transaction used it, which is an absence. With a
 * single host, an absence needs a nonce that has been past the lease for longer.
 */
export async function prove(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  lease: LeaseToProve,
  attempts: readonly AttemptToProve[],
): Promise<LeaseProof> {
  const question: Question = {
    chain,
    account: requireAccount(lease.account),
    nonce: requireNonce(lease.terms),
    attempts,
  };
  return proveAcrossHosts(endpoints, {
    attempts,
    readFinal: (endpoint) => readFinalBlock(endpoint, chain, question),
    hashAt: async (endpoint, { number }) => (await findBlock(endpoint, number))?.hash,
    findAt: async (endpoint, anchor, ownFinal) => {
      const answer =
        anchor.hash === ownFinal.hash
          ? ownFinal.answer
          : await askAt(endpoint, question, anchor.number, anchor);
      return findAt(endpoint, question, anchor, answer);
    },
    proveAlone: (endpoint, { evidence }) => proveAlone(endpoint, chain, question, evidence),
  });
}

/**
 * A sole endpoint may know the nonce before the receipts: it gets another half of the final depth.
 */
async function proveAlone(
  endpoint: Endpoint,
  chain: EvmChain,
  question: Question,
  evidence: ProofEvidence,
): Promise<LeaseProof> {
  const earlier = evidence.anchor.number - BigInt(Math.ceil(chain.proofDepth / 2));
  if (earlier < 0n) return undecided;
  const nonce = await readNonce(endpoint, question.account, earlier);
  if (nonce <= question.nonce) return undecided;
  const answers = { ...evidence.answers, [`nonce at ${earlier}`]: `${nonce}` };
  return { kind: 'used_by_stranger', evidence: { ...evidence, answers } };
}

/** What an endpoint answers about a lease at a block. */
interface Answer {
  nonceAtAnchor: bigint;
  receipts: ReadonlyMap<string, Receipt>;
  /** Includes the last known blocks of the attempts. */
  hashAt: HashAt;
}

/** @param anchor the block of that number; it is not read again */
async function askAt(
  endpoint: Endpoint,
  { account, attempts }: Question,
  number: bigint,
  anchor: Block | Promise<Block>,
): Promise<Answer> {
  const ask = createHashAt(endpoint);
  const hashAt: HashAt = async (other) => (other === number ? (await anchor).hash : ask(other));
  const txIds = attempts.map(({ txId }) => txId);
  const [nonceAtAnchor, receipts] = await Promise.all([
    readNonce(endpoint, account, number),
    readReceipts(endpoint, txIds),
    readStanding(hashAt, blocksOf(new Map(), attempts)),
  ]);
  return { nonceAtAnchor, receipts, hashAt };
}

/**
 * The endpoint's final block, with its answers at that block: both are read in one HTTP request.
 */
interface FinalBlock extends Block {
  answer: Answer;
}

async function readFinalBlock(
  endpoint: Endpoint,
  chain: EvmChain,
  question: Question,
): Promise<FinalBlock> {
  const { final } = await readHead(endpoint, chain);
  const reading = readBlock(endpoint, final);
  const [block, answer] = await Promise.all([reading, askAt(endpoint, question, final, reading)]);
  return { ...block, answer };
}

/** An endpoint that knows the nonce but not yet the receipts contradicts itself. */
async function findAt(
  endpoint: Endpoint,
  { chain, account, nonce, attempts }: Question,
  { number, hash }: BlockReference,
  { nonceAtAnchor, receipts, hashAt }: Answer,
): Promise<Finding> {
  const txIds = attempts.map(({ txId }) => txId);
  const anchor = { number, hash };
  if (nonceAtAnchor <= nonce) return { kind: 'open' };

  const [standingOf, known] = await Promise.all([
    readStanding(hashAt, blocksOf(receipts, attempts)),
    receipts.size > 0 ? [] : knownOf(endpoint, txIds),
  ]);
  const answers: Record<string, string | null> = {
    account,
    nonce: `${nonce}`,
    nonceAtAnchor: `${nonceAtAnchor}`,
  };
  for (const txId of txIds) answers[`receipt ${txId}`] = summary(receipts.get(txId));
  const evidence: ProofEvidence = {
    rule: 'evm-nonce-final',
    endpoints: [endpoint.host],
    anchor,
    answers,
  };

  for (const [txId, receipt] of receipts) {
    const included = blockOf(receipt);
    if (standingOf(included) !== 'on_chain' || included.number > anchor.number) continue;
    const [outcome, fee] = [succeeded(receipt), feePaid(chain, receipt)];
    return { kind: 'landed', txId, block: included, succeeded: outcome, feePaid: fee, evidence };
  }
  // The node has not finished indexing: it has a receipt in another block, still holds an attempt,
  // or has the block of one.
  const hasBlock = attempts.some((attempt) => {
    const included = knownBlock(attempt);
    return included !== undefined && standingOf(included) === 'on_chain';
  });
  const isContradicted = receipts.size > 0 || known.length > 0 || hasBlock;
  return isContradicted
    ? { kind: 'contradictory' }
    : { kind: 'absent', proves: 'used_by_stranger', evidence };
}

async function knownOf(endpoint: Endpoint, txIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    txIds.map((txId) => endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable())),
  );
  return found.flatMap((known) => (known ? [known.hash] : []));
}

function summary(receipt: Receipt | undefined): string | null {
  return receipt
    ? `block ${receipt.blockNumber} ${receipt.blockHash} status ${receipt.status}`
    : null;
}
