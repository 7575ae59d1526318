import { describe, expect, it } from 'vitest';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { proveLease } from '../../src/executor/effects/prove-lease.ts';
import type { AttemptToProve, LeaseProof, ProofEvidence } from '../../src/ports/lease-proof.ts';
import type { LostConsumer } from '../../src/ports/stores/recovery-store.ts';
import { aLease, anAttempt, aPaidSnapshot, aStep } from '../support/snapshot.ts';

const base = {
  rule: 'test',
  endpoints: ['node'],
  anchor: { number: 1n, hash: '0xa' },
  answers: {},
};
const own = '0xaa';

interface World {
  /** The signing log shows what the journal does not know, and all of that can be imported. */
  isForgetful?: boolean;
  /** What is lost and not imported, as far as it can have used the lease. */
  lost?: (Omit<LostConsumer, 'bytes'> & { adopted?: boolean })[];
  /** Another lost attempt, which has to do with something else. */
  isRecovering?: boolean;
  missingLogs?: string[];
  isWhole?: boolean;
  /** What the chain has in the lease's place. */
  landed?: string;
  /** The chain names it. */
  usedBy?: string[];
  /** Other transactions of the journal. */
  known?: string[];
  /** The chain does not show the outcome of a lost attempt. */
  isSilent?: boolean;
}

/**
 * A chain that shows another transaction at the lease's position, and a journal that knows it or
 * has lost it.
 */
function world(given: World) {
  const {
    isForgetful,
    lost = [],
    isRecovering,
    missingLogs = [],
    isWhole = true,
    landed,
    usedBy,
    known = [],
  } = given;
  const told = { proofs: [] as unknown[], imports: 0, asked: [] as unknown[] };
  let unknown = isForgetful ? [{ chain: 'ETH', txId: '0xbump' }] : [];
  const open = lost.filter(({ adopted }) => !adopted);
  const context = {
    journal: {
      recognize: async () => ({
        instanceId: 'mine',
        unknown,
        openLosses: open.length + (isRecovering ? 1 : 0),
        epoch: 0n,
        committed: 1n,
        log: 'read',
        missingLogs,
      }),
      recordLosses: async () => undefined,
      markLogRead: async () => undefined,
      async importLosses() {
        told.imports += 1;
        unknown = [];
        return { imported: 1, refused: [], failed: [] };
      },
      lostConsumers: async () => ({
        attempts: lost.map((one) => ({ bytes: `0x${one.txId}`, ...one })),
        isWhole,
      }),
      isOwnTransaction: async (_: string, txId: string) =>
        known.includes(txId) || lost.some((one) => one.txId === txId),
      wallets: async () => [],
      async prove({ proof }: { proof: { kind: string; evidence: ProofEvidence } }) {
        const { usedBy: named } = proof.evidence;
        told.proofs.push(named ? { kind: proof.kind, usedBy: named } : proof.kind);
      },
    },
    signingLog: {
      newest: async () => [],
      async *entries() {
        yield* [];
      },
      instance: async () => 'mine',
      log: async () => ({ id: 'log-1', host: 'here' }),
      droppedUpTo: async () => 0n,
    },
    keystoreWallets: async () => [],
    chains: new Map([
      [
        'ETH',
        {
          async prove(_: unknown, attempts: readonly AttemptToProve[]): Promise<LeaseProof> {
            if (attempts.every(({ txId }) => txId === own)) {
              return {
                kind: 'used_by_stranger',
                evidence: { ...base, ...(usedBy ? { usedBy } : {}) },
              };
            }
            told.asked.push(
              ...attempts.map(({ txId, bytes, freesMoney }) => ({ txId, bytes, freesMoney })),
            );
            if (given.isSilent) return { kind: 'undecided' };
            const found = attempts.find(({ txId }) => txId === landed);
            if (!found) return { kind: 'used_by_stranger', evidence: base };
            const block = { number: 1n, hash: '0xa' };
            return {
              kind: 'landed',
              txId: found.txId,
              block,
              succeeded: true,
              feePaid: 1n,
              evidence: base,
            };
          },
        },
      ],
    ]),
    checkpoint: async () => undefined,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as ExecutorContext<SendStores>;
  const prove = () =>
    proveLease(context, aPaidSnapshot([anAttempt({ txId: own })]), step).catch(({ code }) => code);
  return { told, prove };
}

const step = aStep({ chain: 'ETH', lease: aLease([anAttempt({ txId: own })]) });
const stranger = ['used_by_stranger'];

describe('a lease that a transaction used which the journal does not know', () => {
  it('is dead', async () => {
    const { prove, told } = world({});
    await prove();
    expect(told).toEqual({ proofs: stranger, imports: 0, asked: [] });
  });

  it('is looked at again where the journal has only forgotten that transaction', async () => {
    const { prove, told } = world({ isForgetful: true });
    expect(await prove()).toEqual({ kind: 'none' });
    expect(told).toMatchObject({ proofs: [], imports: 1 });
  });

  it('was used by a lost attempt that waits for this proof: the proof names it, on the word of as many hosts as a failure takes', async () => {
    const lost = ['0x1', '0x2'].map((txId) => ({ txId, isOfLease: false }));
    const { prove, told } = world({ lost, landed: '0x2' });
    await prove();
    expect(told.proofs).toEqual([{ kind: 'used_by_stranger', usedBy: ['0x2'] }]);
    expect(told.asked).toEqual(
      lost.map(({ txId }) => ({ txId, bytes: `0x${txId}`, freesMoney: true })),
    );
  });

  it('is asked for later where the chain does not tell what became of the lost attempt', async () => {
    const { prove, told } = world({ lost: [{ txId: '0x1', isOfLease: false }], isSilent: true });
    expect(await prove()).toBe('RPC_UNAVAILABLE');
    expect(told.proofs).toEqual([]);
  });

  it('was used by its own bump, which the journal has lost: it waits for the import, and pays nothing again', async () => {
    const { prove, told } = world({ lost: [{ txId: '0x1', isOfLease: true }], landed: '0x1' });
    expect(await prove()).toBe('JOURNAL_WENT_BACK');
    expect(told).toMatchObject({ proofs: [], imports: 1 });
  });

  it('was used by its own bump, which stays lost: only a person can tell', async () => {
    const { prove, told } = world({
      lost: [{ txId: '0x1', isOfLease: true, adopted: true }],
      landed: '0x1',
    });
    await prove();
    expect(told.proofs).toEqual(stranger);
  });

  it('was used by lost attempts that the chain names, beside others of the journal', async () => {
    const { prove, told } = world({
      lost: [{ txId: '0x1', isOfLease: false }],
      usedBy: ['0x1', '0x9'],
      known: ['0x9'],
    });
    await prove();
    expect(told).toMatchObject({
      proofs: [{ kind: 'used_by_stranger', usedBy: ['0x1', '0x9'] }],
      asked: [],
    });
  });

  it('is dead where it was none of what is lost, and everything was read', async () => {
    const lost = [{ txId: '0x1', isOfLease: false }];
    for (const given of [{}, { usedBy: ['0xother'] }]) {
      const { prove, told } = world({ lost, ...given });
      await prove();
      expect(told.proofs).toHaveLength(1);
    }
  });

  it.each([
    ['a signing log was not read', { missingLogs: ['beta'] }],
    ['something of the account cannot be read', { isWhole: false }],
  ])('is not called dead where %s', async (_, given) => {
    const { prove, told } = world({ isRecovering: true, ...given });
    expect(await prove()).toBe('JOURNAL_WENT_BACK');
    expect(told.proofs).toEqual([]);
  });
});
