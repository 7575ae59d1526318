import { describe, expect, it } from 'vitest';
import type { LeaseId, OrderId, StepId, SwapId, WalletId } from '../../src/core/swap/ids.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { judgeJoin, judgeLease, type LeaseVerdict } from '../../src/journal/lease/judge-lease.ts';
import type { Hold, LeaseFacts, SetAllowance } from '../../src/journal/lease/read-lease.ts';
import type { LeaseRequest } from '../../src/ports/stores/signing-records.ts';
import { spender, token } from './suite/fixture.ts';

const swapId = 'swap-1' as SwapId;
const other = 'swap-2' as SwapId;
const account = '0xabc';

const request: LeaseRequest = {
  swapId,
  version: 1,
  kind: 'swap',
  orderId: 'order-1' as OrderId,
  chain: 'ETH',
  walletId: 'wallet-1' as WalletId,
  account,
  chainNonce: 5n,
  balances: { block: 1n, balances: new Map() },
  reserve: [
    { token, amount: 10n },
    { token: evmNativeToken, amount: 3n },
  ],
  nativeToken: evmNativeToken,
  holder: 'worker-1',
  hold: 1_000,
};

/** Nothing forbids the lease. */
const free: LeaseFacts = {
  family: 'evm',
  address: account,
  provider: 'UNISWAP_V2',
  stop: null,
  holds: [],
  stepId: null,
  isLeased: false,
  generation: 1,
  isOccupied: false,
  isCompared: true,
  lost: null,
  externalNonce: null,
  nonce: 5n,
  isSeqnoTaken: null,
  funds: [
    { token, balance: '10', reserved: '0' },
    { token: evmNativeToken, balance: '3', reserved: '0' },
  ],
};
const need = { token, spender, amount: 10n };
const covered = { isApproving: false, confirmed: '10', signed: '0' };
const living: Hold = { leaseId: 'lease-1' as LeaseId, nonce: '4', swapId: other, isExpired: false };
const settable: SetAllowance = {
  isApproving: false,
  isInUse: false,
  openNeeds: '10',
  externalUse: null,
};

function judge(facts: Partial<LeaseFacts>, change: Partial<LeaseRequest> = {}): LeaseVerdict {
  return judgeLease({ ...request, ...change }, { ...free, ...facts }, new Set([swapId]));
}

/** What forbids a lease of a payment, in the order of priority. */
const findingsOf: readonly [string, Partial<LeaseFacts>, object][] = [
  [
    'a stop',
    { stop: { scope: 'all', subject: '', reason: 'drill' } },
    { kind: 'stopped', code: 'SIGNING_STOPPED' },
  ],
  ['an account that was not compared', { isCompared: false }, { kind: 'account_not_compared' }],
  ['a hold of another swap', { holds: [living] }, { kind: 'wallet_busy' }],
  ['a lease that is not proven', { isOccupied: true }, { kind: 'wallet_occupied' }],
  [
    'a lost attempt',
    { lost: { chain: 'ETH', txId: '0x1' } },
    { kind: 'lost_attempt', txId: '0x1' },
  ],
  [
    'a nonce that nobody signed for here',
    { externalNonce: 4n },
    { kind: 'external_nonce', expected: 4n },
  ],
  [
    'too little balance',
    { funds: [] },
    { kind: 'insufficient', what: 'balance', available: 0n, needed: 10n },
  ],
  [
    'a balance that is reserved',
    { funds: free.funds.map((one) => ({ ...one, reserved: '1' })) },
    { kind: 'reserved', token, available: 9n, needed: 10n },
  ],
  [
    'an approve in flight',
    { needed: { ...covered, isApproving: true } },
    { kind: 'approve_in_flight' },
  ],
  [
    'an allowance that others have signed for',
    { needed: { ...covered, signed: '1' } },
    { kind: 'allowance_short' },
  ],
];

describe('a lease', () => {
  it('has the terms that were found if nothing forbids it', () => {
    const stepId = 'step-1' as StepId;
    expect(judge({ stepId, generation: 3, needed: covered }, { need })).toEqual({
      kind: 'granted',
      grant: {
        openStep: stepId,
        generation: 3,
        terms: { kind: 'nonce', nonce: 5n },
        nearlyUsed: [],
      },
    });
    expect(judge({ family: 'ton', nonce: null, isSeqnoTaken: false })).toMatchObject({
      grant: { terms: { kind: 'seqno', seqno: 5n } },
    });
    expect(judge({ family: 'solana', nonce: null })).toMatchObject({
      grant: { terms: { kind: 'expiry' } },
    });
  });

  it.each(findingsOf)('is refused for %s', (_, facts, refusal) => {
    expect(judge({ needed: covered, ...facts }, { need })).toMatchObject({
      kind: 'refused',
      refusal,
    });
  });

  it('is refused for the first reason if there are several', () => {
    for (const [index, [, , refusal]] of findingsOf.entries()) {
      // Of two with the same fact the first one is kept.
      const facts = Object.assign(
        {},
        ...findingsOf
          .slice(index)
          .toReversed()
          .map(([, fact]) => fact),
      );
      expect(judge({ needed: covered, ...facts }, { need })).toMatchObject({ refusal });
    }
  });

  it('is an error for an account of another wallet, before anything else', () => {
    const stop = { scope: 'all', subject: '', reason: 'drill' } as const;
    expect(() => judge({ stop, address: '0xdef' })).toThrow('is not the account of wallet');
    expect(() => judge({ stop, provider: null })).toThrow('the order is not open');
  });

  it('voids an expired hold only if all its swaps are locked', () => {
    const expired = { ...living, isExpired: true };
    expect(judge({ holds: [expired] })).toMatchObject({ refusal: { kind: 'wallet_busy' } });
    const own = { ...expired, swapId };
    expect(judge({ holds: [own, expired] })).toMatchObject({ refusal: { kind: 'wallet_busy' } });
    expect(judge({ holds: [own], isLeased: true })).toEqual({
      kind: 'expired_hold',
      hold: { leaseId: living.leaseId, nonce: 4n, swaps: [swapId] },
    });
  });

  it('freezes the wallet if someone else uses its key, and reports it', () => {
    const verdict = judge({ externalNonce: 4n });
    expect(verdict).toMatchObject({
      freeze: expect.stringContaining('has no transaction with nonce 4'),
    });
  });

  it('is refused on TON if the chain was read before the last transaction was proven', () => {
    const verdict = judge({ family: 'ton', nonce: null, isSeqnoTaken: true });
    expect(verdict).toMatchObject({ refusal: { kind: 'wallet_busy' } });
  });
});

describe('a lease of an approve', () => {
  const sets = { token, spender, symbol: 'USDC', decimals: 6 };
  const externalUse = { spender, given: '10', used: '4', standing: '5', proven: true };
  const approve = (set: Partial<SetAllowance>, change: Partial<LeaseRequest> = {}): LeaseVerdict =>
    judge({ set: { ...settable, ...set } }, { kind: 'approve', sets, ...change });

  it('is for the sum of all needs, and a revoke for zero', () => {
    expect(approve({})).toMatchObject({ grant: { allowanceValue: 10n } });
    expect(approve({ openNeeds: '0' }, { kind: 'revoke' })).toMatchObject({
      grant: { allowanceValue: 0n },
    });
    expect(() => approve({ openNeeds: '0' })).toThrow('no order needs this allowance any more');
  });

  it('waits for another approve, and for payments if no nonce orders it after them', () => {
    expect(approve({ isApproving: true, isInUse: true })).toMatchObject({
      refusal: { kind: 'approve_in_flight' },
    });
    const family = { family: 'tron', nonce: null } as const;
    const set = { ...settable, isInUse: true };
    const { chainNonce: _, ...uncounted } = { ...request, kind: 'approve', sets } as const;
    expect(judgeLease(uncounted, { ...free, ...family, set }, new Set())).toMatchObject({
      refusal: { kind: 'allowance_in_use' },
    });
    expect(approve({ isInUse: true })).toMatchObject({ kind: 'granted' });
  });

  it('freezes the wallet once it is proven that another program used the last allowance', () => {
    expect(approve({ externalUse: { ...externalUse, proven: false } })).toMatchObject({
      refusal: { kind: 'approve_in_flight' },
    });
    const verdict = approve({ externalUse });
    expect(verdict).toMatchObject({
      refusal: { kind: 'external_use' },
      freeze: expect.stringContaining('used 0.000004 USDC at most, but 0.000005 USDC are left'),
    });
  });

  it('waits if the swap has an approve in flight, and a payment is an error then', () => {
    const held = { isLeased: true, set: settable };
    expect(judge(held, { kind: 'approve', sets })).toMatchObject({
      refusal: { kind: 'approve_in_flight' },
    });
    expect(() => judge({ isLeased: true })).toThrow('its swap step has a lease already');
  });
});

describe('a swap that joins a lease', () => {
  const ton = { ...free, family: 'ton', nonce: null } as const;

  it('gets the seqno of the lease, and none of a lost lease', () => {
    expect(judgeJoin(request, ton, 7n)).toMatchObject({
      grant: { terms: { kind: 'seqno', seqno: 7n } },
    });
    expect(judgeJoin(request, ton, undefined)).toMatchObject({ refusal: { kind: 'wallet_busy' } });
  });

  it('must be a payment of a TON wallet without an allowance', () => {
    expect(() => judgeJoin(request, free, 7n)).toThrow(
      'only payments of a TON wallet share a lease',
    );
    expect(() => judgeJoin({ ...request, need }, ton, 7n)).toThrow(
      'only payments of a TON wallet share a lease',
    );
  });
});
