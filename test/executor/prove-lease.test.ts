import { describe, expect, it } from 'vitest';
import type { Lease, Step } from '../../src/core/swap/swap.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { proveLease } from '../../src/executor/effects/prove-lease.ts';
import type { LeaseProof } from '../../src/ports/lease-proof.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import { aLease, anAttempt, aSnapshot, aStep } from '../support/snapshot.ts';

const evidence = {
  rule: 'test',
  endpoints: ['node'],
  anchor: { number: 1n, hash: '0xa' },
  answers: {},
};

/** A chain with this proof of a lease, and what the journal then recorded. */
async function told(proof: LeaseProof, lease: Partial<Lease>): Promise<string[]> {
  const step: Step = aStep({ lease: aLease([anAttempt()], lease) });
  const calls: string[] = [];
  const context = {
    chains: new Map([[step.chain, { prove: async () => proof }]]),
    journal: {
      ...recognizedJournal,
      async prove({ leaseId, proof: stored }: { leaseId: string; proof: LeaseProof }) {
        calls.push(`prove ${leaseId} ${stored.kind}`);
      },
      async reopenLease({ leaseId }: { leaseId: string }) {
        calls.push(`reopen ${leaseId}`);
      },
    },
    signingLog: emptyLog,
    checkpoint: async () => undefined,
    logger: { info: () => undefined, warn: () => undefined },
  } as unknown as ExecutorContext<SendStores>;
  await proveLease(context, aSnapshot({ steps: [step] }), step).catch(({ code }) =>
    calls.push(code),
  );
  return calls;
}

describe('what is asked of the chain about a lease', () => {
  const undecided = { kind: 'undecided' } as const;

  it('is stored where the chain proves it, and asked again later where it does not', async () => {
    expect(await told({ kind: 'expired', evidence }, {})).toEqual(['prove l-1 expired']);
    expect(await told(undecided, {})).toEqual(['RPC_UNAVAILABLE']);
  });

  it('opens the lease again where what had landed is gone, and nothing proves what landed in its place', async () => {
    const gone = { state: 'consumed', doubt: 'gone' } as const;
    expect(await told(undecided, gone)).toEqual(['reopen l-1']);
    expect(await told({ kind: 'used_by_stranger', evidence }, gone)).toEqual([
      'prove l-1 used_by_stranger',
    ]);
  });

  it('opens no lease where the chain shows an attempt of it that is not final yet', async () => {
    expect(await told(undecided, { state: 'expired', doubt: 'shown' })).toEqual([
      'RPC_UNAVAILABLE',
    ]);
  });
});
