import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type BatchPlace,
  batchChallenge,
  batchOf,
  maxBatch,
  rootAt,
} from '../../../src/core/approvals/payment-batch.ts';

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const digest = (number: number): string => sha256(`envelope ${number}`).toString('hex');
const digests = (count: number): string[] => Array.from({ length: count }, (_, n) => digest(n));
const placeOf = (all: readonly string[], one: string): BatchPlace => {
  const place = batchOf(all).places.get(one);
  return place ?? expect.unreachable('the envelope is in the batch');
};

/** RFC 9162, section 2.1.1, written once more. */
function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return sha256(Buffer.of(0), Buffer.from(leaves[0]!, 'hex'));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))];
  return sha256(Buffer.of(1), left, right);
}

describe('a batch of payments', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 499, maxBatch])(
    'of %i has the root of RFC 9162, and a place for each envelope',
    (count) => {
      const all = digests(count);
      const { root, places } = batchOf(all);
      expect(root).toBe(treeHash([...all].sort()).toString('hex'));
      for (const one of all) expect(rootAt(one, places.get(one)!)).toBe(root);
    },
  );

  it('is the same in whatever order, and however often one is named', () => {
    const all = digests(5);
    expect(batchOf([...all].reverse().concat(all[2]!))).toEqual(batchOf(all));
  });

  it('has no place for an envelope that is not in it', () => {
    const all = digests(6);
    const { root, places } = batchOf(all);
    for (const place of places.values()) expect(rootAt(digest(99), place)).not.toBe(root);
    // A node of the tree is no envelope.
    const [left, right] = [batchOf(all.slice(0, 4)).root, batchOf(all.slice(4)).root];
    expect(rootAt(left, { count: 2, index: 0, path: [right] })).not.toBe(root);
  });

  it('has no other place for an envelope than its own', () => {
    const all = digests(6);
    const { root } = batchOf(all);
    const place = placeOf(all, all[0]!);
    const others: BatchPlace[] = [
      { ...place, index: (place.index + 1) % 6 },
      { ...place, count: 7 },
      { ...place, index: 6 },
      { ...place, index: -1 },
      { ...place, count: maxBatch + 1 },
      { ...place, path: place.path.slice(1) },
      { ...place, path: [...place.path, digest(1)] },
      { ...place, path: [digest(1), ...place.path] },
      { ...place, path: place.path.map((one) => one.slice(2)) },
      { ...place, path: place.path.map((one, at) => (at === 0 ? digest(1) : one)) },
    ];
    for (const other of others)
      expect(rootAt(all[0]!, other), JSON.stringify(other)).not.toBe(root);
  });

  it('is signed by a challenge of its own for each decision, size and root', () => {
    const [one, other] = [batchOf(digests(3)), batchOf(digests(4))];
    const signed = { purpose: 'ferryman-approval-batch', decision: 'approve', count: 3 };
    const { purpose, decision, count } = signed;
    const text = JSON.stringify({ count, decision, purpose, root: one.root });
    expect(batchChallenge(one, 'approve')).toBe(sha256(text).toString('base64url'));
    const challenges = [
      batchChallenge(one, 'approve'),
      batchChallenge(one, 'reject'),
      batchChallenge(other, 'approve'),
      batchChallenge({ ...one, count: 4 }, 'approve'),
    ];
    expect(new Set(challenges).size).toBe(challenges.length);
  });
});
