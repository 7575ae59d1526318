import { expect, it } from 'vitest';
import type { Family } from '../../src/core/swap/chains.ts';
import type { LeaseTerms } from '../../src/core/swap/swap.ts';
import { firstTerms } from '../../src/offline/first-terms.ts';

it.each<[Family, LeaseTerms, LeaseTerms]>([
  ['evm', { kind: 'nonce', nonce: 0n }, { kind: 'nonce', nonce: 7n }],
  ['ton', { kind: 'seqno', seqno: 0n }, { kind: 'seqno', seqno: 7n }],
  ['tron', { kind: 'expiry' }, { kind: 'expiry' }],
  ['solana', { kind: 'expiry' }, { kind: 'expiry' }],
  ['bitcoin', { kind: 'outpoints', outpoints: [] }, { kind: 'outpoints', outpoints: [] }],
])('an account of %s has terms that its family signs under', (family, first, later) => {
  expect(firstTerms(family)).toEqual(first);
  expect(firstTerms(family, 7n)).toEqual(later);
});
