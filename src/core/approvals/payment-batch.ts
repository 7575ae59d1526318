import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import { canonicalJson } from '../text/canonical-json.ts';
import type { VoteDecision } from './payment-envelope.ts';

/** A batch has at most so many payments. */
export const maxBatch = 500;

/**
 * Several payments that approvers sign at once: the Merkle tree of RFC 9162 (2.1) over the digests
 * of their envelopes. With the root, a few hashes prove that an envelope is in the batch: the whole
 * batch is not needed.
 */
export interface PaymentBatch {
  /** SHA-256, hex. */
  root: string;
  count: number;
  /** By digest. */
  places: ReadonlyMap<string, BatchPlace>;
}

/** Where an envelope is in a batch. */
export interface BatchPlace {
  /** How many envelopes the batch has. */
  count: number;
  index: number;
  /** Hashes from the leaf up to the root, hex. */
  path: readonly string[];
}

/**
 * The batch of these envelopes. Throws a `RangeError` if there are none.
 * @param digests of the envelopes, in any order; equal ones count once
 */
export function batchOf(digests: readonly string[]): PaymentBatch {
  const leaves = [...new Set(digests)].sort();
  if (leaves.length === 0) throw new RangeError('a batch has at least one payment');
  const { root, paths } = treeOf(leaves);
  const count = leaves.length;
  const places = leaves.map(
    (digest, index) => [digest, { count, index, path: paths[index] ?? [] }] as const,
  );
  return { root, count, places: new Map(places) };
}

/**
 * The root of the batch in which an envelope has this place. `undefined`: no batch has such a place.
 * Another envelope, or another path, gives the root of another batch.
 */
export function rootAt(digest: string, { count, index, path }: BatchPlace): string | undefined {
  const isPlace = Number.isInteger(count) && count <= maxBatch && Number.isInteger(index);
  if (!isPlace || index < 0 || index >= count) return undefined;
  if (![digest, ...path].every((one) => /^[0-9a-f]{64}$/.test(one))) return undefined;
  return rootAbove(leafHash(digest), { count, index, path });
}

/**
 * What an approver's passkey signs for a batch (WebAuthn, `challenge`). Its purpose differs
 * from that of a vote on one payment, so that neither stands for the other.
 */
export function batchChallenge(
  { root, count }: Pick<PaymentBatch, 'root' | 'count'>,
  decision: VoteDecision,
): string {
  const text = canonicalJson({ purpose: 'ferryman-approval-batch', decision, count, root });
  return base64urlnopad.encode(sha256(utf8ToBytes(text)));
}

function treeOf(leaves: readonly string[]): { root: string; paths: string[][] } {
  const [only, ...more] = leaves;
  if (only === undefined || more.length === 0) return { root: leafHash(only ?? ''), paths: [[]] };
  const split = splitOf(leaves.length);
  const [left, right] = [treeOf(leaves.slice(0, split)), treeOf(leaves.slice(split))];
  return {
    root: nodeHash(left.root, right.root),
    paths: [
      ...left.paths.map((path) => [...path, right.root]),
      ...right.paths.map((path) => [...path, left.root]),
    ],
  };
}

function rootAbove(leaf: string, { count, index, path }: BatchPlace): string | undefined {
  const beside = path.at(-1);
  if (count === 1) return beside === undefined ? leaf : undefined;
  if (beside === undefined) return undefined;
  const split = splitOf(count);
  const isLeft = index < split;
  const below = rootAbove(leaf, {
    count: isLeft ? split : count - split,
    index: isLeft ? index : index - split,
    path: path.slice(0, -1),
  });
  if (below === undefined) return undefined;
  return isLeft ? nodeHash(below, beside) : nodeHash(beside, below);
}

/** The largest power of two below the number. */
function splitOf(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}

/** Leaves and nodes are told apart by their first byte, so that no node passes for an envelope. */
function leafHash(digest: string): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(0), hexToBytes(digest))));
}

function nodeHash(left: string, right: string): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(1), hexToBytes(left), hexToBytes(right))));
}
