import { describe, expect, it } from 'vitest';
import type { Family } from '../../src/core/swap/chains.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapName } from '../../src/core/swap/job-seal.ts';
import type { LeaseTerms } from '../../src/core/swap/swap.ts';
import type { AttemptToProve, LeaseProof, LeaseToProve } from '../../src/ports/lease-proof.ts';
import type { Signature } from '../../src/ports/signature-log.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import { requireUnpaid } from '../../src/signer/require-unpaid.ts';
import { account, aSwap } from '../support/snapshot.ts';

const evidence = { rule: 'r', endpoints: ['a'], anchor: { number: 1n, hash: '0x' }, answers: {} };
/** Milliseconds since the epoch. */
const now = 1_800_000_000_000;
const day = 86_400_000;
const block = { number: 1n, hash: '0x' };
const landed = (txId: string, succeeded: boolean, results?: boolean[]): LeaseProof => ({
  ...{ kind: 'landed', txId, block, evidence, succeeded, feePaid: 1n },
  ...(results ? { results } : {}),
});

interface Signed extends Omit<Partial<SigningLogEntry>, 'nonce' | 'replay'> {
  nonce?: bigint | undefined;
  replay?: string | undefined;
  expires?: number;
  outpoints?: string[];
  message?: number;
}

function entry({ expires, outpoints = [], message, ...change }: Signed = {}): SigningLogEntry {
  return {
    ...{ instanceId: 'i', chain: 'ETH', txId: '0x1', account, retries: [], step: 'swap' },
    ...{
      swapId: 's-1' as SwapId,
      idempotencyKey: 'key-1',
      kind: 'pay',
      signedAt: now - 1,
      sequence: 1n,
    },
    nonce: 4n,
    replay: JSON.stringify({
      version: 1,
      lease: { id: 'l-1', expires: expires ?? null },
      outpoints: outpoints.map((outpoint) => ({ outpoint, added: false })),
      step: { message: message ?? null },
      attempt: { bytes: '0x02' },
    }),
    ...change,
  } as SigningLogEntry;
}

function signature(change: Partial<Signature> = {}): Signature {
  const { id: swapId, idempotencyKey } = aSwap();
  return {
    ...{ chain: 'ETH', txId: '0x1', bytes: '0x02', maxFee: 1n, signedAt: now - 1 },
    lease: { account, terms: { kind: 'nonce', nonce: 4n } },
    parts: [{ swapId, idempotencyKey, retries: [], intent: 'swap' }],
    ...change,
  };
}

interface Given {
  family?: Family;
  entries?: SigningLogEntry[];
  signatures?: Signature[];
  proof?: LeaseProof;
  terms?: LeaseTerms;
  isolated?: boolean;
}

/** Whether the payment may be signed, and what the chain was asked. */
async function outcome({
  family = 'evm',
  entries = [entry()],
  signatures = [],
  isolated = false,
  proof = { kind: 'undecided' },
  terms = { kind: 'nonce', nonce: 5n },
}: Given) {
  const asked: { lease: LeaseToProve; attempts: readonly AttemptToProve[] }[] = [];
  const sought: SwapName[] = [];
  const context = {
    isolated,
    clock: { now: () => now },
    signingLog: {
      async paymentsOf(swaps: readonly SwapName[]) {
        sought.push(...swaps);
        return entries;
      },
    },
    chains: new Map([
      [
        'ETH',
        {
          chain: { family },
          async prove(lease: LeaseToProve, attempts: readonly AttemptToProve[]) {
            asked.push({ lease, attempts });
            return proof;
          },
        },
      ],
    ]),
  } as never;
  const swap = aSwap({
    seal: {
      ...{ version: 2, keyId: 'k', by: 'library', signature: 's', submittedAt: 1 },
      retries: [{ swapId: 's-0' as SwapId, idempotencyKey: 'key-0' }],
    },
  });
  const payment = { swap, chain: 'ETH', lease: { account, terms } };
  const result = await requireUnpaid(context, payment, signatures).then(
    () => 'signs',
    ({ code, next }: { code: string; next: string }) => `${code} ${next}`,
  );
  return { result, asked, sought };
}

describe('a payment is signed', () => {
  it('without a call to the chain if it is the first of its swap and of those that it retries', async () => {
    const { result, asked, sought } = await outcome({ entries: [] });
    expect([result, asked]).toEqual(['signs', []]);
    const { id: swapId, idempotencyKey } = aSwap();
    expect(sought).toEqual([
      { swapId, idempotencyKey },
      { swapId: 's-0', idempotencyKey: 'key-0' },
    ]);
  });

  it.each<[string, LeaseProof]>([
    ['expired', { kind: 'expired', evidence }],
    ['lost its position to another transaction', { kind: 'used_by_stranger', evidence }],
    ['failed on the chain', landed('0x1', false)],
  ])('after the chain has shown that the earlier one %s', async (_what, proof) => {
    const { result, asked } = await outcome({ proof });
    expect(result).toBe('signs');
    expect(asked).toMatchObject([
      { lease: { account, terms: { kind: 'nonce', nonce: 4n } }, attempts: [{ txId: '0x1' }] },
    ]);
  });

  it('after a cancel of the earlier one has landed', async () => {
    const entries = [entry(), entry({ txId: '0x2', kind: 'cancel' })];
    const { result, asked } = await outcome({ entries, proof: landed('0x2', true) });
    expect(result).toBe('signs');
    expect(asked[0]?.attempts.map(({ txId, freesMoney }) => [txId, freesMoney])).toEqual([
      ['0x1', false],
      ['0x2', true],
    ]);
  });

  it.each<[string, Given]>([
    ['the same nonce', { terms: { kind: 'nonce', nonce: 4n } }],
    ['the same seqno', { family: 'ton', terms: { kind: 'seqno', seqno: 4n } }],
    [
      'the same coin',
      {
        family: 'bitcoin',
        entries: [entry({ outpoints: ['a:0', 'b:1'] })],
        terms: { kind: 'outpoints', outpoints: ['b:1', 'c:2'] },
      },
    ],
  ])('without a proof if it excludes the earlier one: %s', async (_what, given) => {
    expect(await outcome(given)).toMatchObject({ result: 'signs', asked: [] });
  });

  it('beside a CPFP child, which pays nothing', async () => {
    const replay = JSON.stringify({ version: 1, boost: { of: '0x1' } });
    expect(await outcome({ entries: [entry({ kind: 'bump', replay })] })).toMatchObject({
      result: 'signs',
      asked: [],
    });
  });

  it('after the message of this swap failed in a transaction of several', async () => {
    const given = { family: 'ton', terms: { kind: 'seqno', seqno: 5n } } as const;
    const proof = landed('0x1', false, [true, false]);
    const failed = await outcome({ ...given, entries: [entry({ message: 1 })], proof });
    expect(failed.result).toBe('signs');
    const paid = await outcome({ ...given, entries: [entry({ message: 0 })], proof });
    expect(paid.result).toBe('PAYMENT_LANDED review');
  });
});

describe('nothing is signed', () => {
  it('if the chain shows that an earlier payment landed, whatever the journal says', async () => {
    const { result } = await outcome({ proof: landed('0x1', true) });
    expect(result).toBe('PAYMENT_LANDED review');
  });

  it('while the chain does not prove that it is dead', async () => {
    expect((await outcome({})).result).toBe('PAYMENT_MAY_LAND retry');
  });

  it.each<[string, Given]>([
    [
      'TRON',
      { family: 'tron', entries: [entry({ nonce: undefined, expires: 1_700_000_000_000 })] },
    ],
    ['Solana', { family: 'solana', entries: [entry({ nonce: undefined, expires: 300_000_000 })] }],
  ])('under another expiry on %s', async (_family, given) => {
    const { result, asked } = await outcome({ ...given, terms: { kind: 'expiry' } });
    expect(result).toBe('PAYMENT_MAY_LAND retry');
    expect(asked[0]?.lease.terms).toEqual({
      kind: 'expiry',
      expires: BigInt(given.family === 'tron' ? 1_700_000_000_000 : 300_000_000),
    });
  });

  it('beside a coin that only another earlier attempt excludes', async () => {
    const shared = { family: 'bitcoin', terms: { kind: 'outpoints', outpoints: ['b:1'] } } as const;
    const entries = [
      entry({ outpoints: ['a:0'] }),
      entry({ txId: '0x2', outpoints: ['a:0', 'b:1'] }),
    ];
    const { result, asked } = await outcome({ ...shared, entries, proof: landed('0x1', true) });
    expect(result).toBe('PAYMENT_LANDED review');
    expect(asked).toMatchObject([
      { lease: { terms: { outpoints: ['a:0'] } }, attempts: [{ txId: '0x1' }] },
    ]);
  });

  it('beside an old payment whose receipt the nodes may have dropped', async () => {
    const entries = [entry({ signedAt: now - 8 * day })];
    const used = { kind: 'used_by_stranger', evidence } as const;
    expect((await outcome({ entries, proof: used })).result).toBe('PAYMENT_MAY_LAND review');
    const expired = { kind: 'expired', evidence } as const;
    expect((await outcome({ entries, proof: expired })).result).toBe('signs');
  });

  it('with another nonce in the place of one that was changed in the database', async () => {
    const terms = { kind: 'nonce', nonce: 6n } as const;
    expect((await outcome({ terms })).result).toBe('PAYMENT_MAY_LAND retry');
  });

  it('after an entry that does not say enough for a proof', async () => {
    const { result } = await outcome({ entries: [entry({ replay: undefined })] });
    expect(result).toBe('PAYMENT_MAY_LAND review');
  });

  it('by the lease that the signer found, whatever another process has logged of it', async () => {
    const entries = [entry({ nonce: 5n })];
    const signed = { entries, signatures: [signature()] };
    const { result, asked } = await outcome({ ...signed, proof: landed('0x1', true) });
    expect(result).toBe('PAYMENT_LANDED review');
    expect(asked).toMatchObject([{ lease: { terms: { nonce: 4n } } }]);
  });

  it('after a signature that an isolated signer has handed out, though none committed it', async () => {
    const given = { entries: [], signatures: [signature()] };
    expect((await outcome({ ...given, isolated: true })).result).toBe('PAYMENT_MAY_LAND retry');
    expect((await outcome(given)).result).toBe('signs');
  });
});
