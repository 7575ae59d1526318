import { describe, expect, it } from 'vitest';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { proveLease } from '../../src/executor/effects/prove-lease.ts';
import { aLease, anAttempt, aPaidSnapshot, aStep } from '../support/snapshot.ts';

/** A chain that shows an external transaction where the lease was, and a journal that knows all its log shows, or not. */
function world({ isForgetful }: { isForgetful: boolean }) {
  const told = { proofs: [] as string[], imports: 0 };
  let unknown = isForgetful ? [{ chain: 'ETH', txId: '0xbump' }] : [];
  const context = {
    journal: {
      recognize: async () => ({
        instanceId: 'mine',
        unknown,
        openLosses: 0,
        epoch: 0n,
        committed: 1n,
        log: 'read',
        missingLogs: [],
      }),
      recordLosses: async () => undefined,
      markLogRead: async () => undefined,
      async importLosses() {
        told.imports += 1;
        unknown = [];
        return { imported: 1, refused: [] };
      },
      wallets: async () => [],
      async prove({ proof }: { proof: { kind: string } }) {
        told.proofs.push(proof.kind);
      },
    },
    ledger: {
      newest: async () => [],
      all: async () => [],
      instance: async () => 'mine',
      log: async () => ({ id: 'log-1', host: 'here' }),
      droppedUpTo: async () => 0n,
    },
    chains: new Map([['ETH', { prove: async () => ({ kind: 'used_by_stranger', evidence: { rule: 'test' } }) }]]),
    checkpoint: async () => undefined,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as ExecutorContext;
  return { context, told };
}

describe('a lease that a transaction used which the journal does not know', () => {
  const step = aStep({ chain: 'ETH', lease: aLease([anAttempt()]) });

  it('is dead', async () => {
    const { context, told } = world({ isForgetful: false });
    await proveLease(context, aPaidSnapshot([anAttempt()]), step);
    expect(told).toEqual({ proofs: ['used_by_stranger'], imports: 0 });
  });

  it('is looked at again where the journal has only forgotten that transaction', async () => {
    const { context, told } = world({ isForgetful: true });
    expect(await proveLease(context, aPaidSnapshot([anAttempt()]), step)).toEqual({ kind: 'none' });
    expect(told).toEqual({ proofs: [], imports: 1 });
  });
});
