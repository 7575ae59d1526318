import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext, SigningLogStores } from '../../src/executor/context.ts';
import { changeState } from '../../src/executor/effects/change-state.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import type { SwapStore } from '../../src/ports/stores/swap-store.ts';
import { aSnapshot } from '../support/snapshot.ts';

const snapshot = aSnapshot();
const expired = { kind: 'transition', state: 'expired', fundsState: 'untouched' } as const;

/** A signing log with the entries `newest`, of which the journal knows none. */
function world(
  newest: () => Promise<SigningLogEntry[]>,
  lost?: Snapshot['lost'],
  missingLogs: string[] = [],
) {
  const told = { states: [] as string[], losses: 0 };
  const context = {
    journal: {
      recognize: async (positions: readonly unknown[]) => ({
        instanceId: 'mine',
        unknown: told.losses > 0 ? [] : positions,
        openLosses: told.losses,
        epoch: 0n,
        log: 'read',
        missingLogs,
      }),
      async recordLosses(entries: readonly unknown[]) {
        told.losses += entries.length;
      },
      wallets: async () => [],
      markLogRead: async () => undefined,
      importLosses: async () => ({ imported: 0, refused: [], failed: [] }),
      snapshot: async () => ({ ...snapshot, ...(lost ? { lost } : {}) }),
      async transition({ state }: { state: string }) {
        told.states.push(state);
      },
    },
    keystoreWallets: async () => [],
    signingLog: {
      newest,
      async *entries() {
        yield* await newest();
      },
      instance: async () => 'mine',
      log: async () => ({ id: 'log-1', host: 'here' }),
      droppedUpTo: async () => 0n,
    },
    chains: new Map(),
    guard: {},
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as ExecutorContext<SwapStore & SigningLogStores>;
  return { context, told };
}

const forgotten = async (): Promise<SigningLogEntry[]> => [
  { chain: 'ETH', txId: '0x1', account: '0xaa' } as SigningLogEntry,
];
const unreadable = async (): Promise<never> => {
  throw new FerrymanError('SIGNING_LOG_UNAVAILABLE', 'the signingLog cannot be used');
};

describe('a swap that ends as unpaid', () => {
  it('ends where the signing log shows nothing that the journal does not know', async () => {
    const { context, told } = world(async () => []);
    await changeState(context, snapshot, expired);
    expect(told).toEqual({ states: ['expired'], losses: 0 });
  });

  it('waits where the signing log cannot be read: its payment may be in it', async () => {
    const { context, told } = world(unreadable);
    await expect(changeState(context, snapshot, expired)).rejects.toMatchObject({
      code: 'SIGNING_LOG_UNAVAILABLE',
    });
    expect(told.states).toEqual([]);
    // A state that is not terminal says nothing about the money.
    await changeState(context, snapshot, {
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'unknown',
    });
    expect(told.states).toEqual(['needs_review']);
  });

  it('does not end where its own payment was forgotten, and does where only others were', async () => {
    const own = world(forgotten, { chain: 'ETH', txId: '0x1' });
    await changeState(own.context, snapshot, expired);
    expect(own.told).toEqual({ states: [], losses: 1 });
    const another = world(forgotten);
    await changeState(another.context, snapshot, expired);
    expect(another.told).toEqual({ states: ['expired'], losses: 1 });
  });

  it('waits while the signing log of a host was not read: its payment may be in it', async () => {
    const { context, told } = world(async () => [], undefined, ['beta']);
    await expect(changeState(context, snapshot, expired)).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
    });
    expect(told.states).toEqual([]);
  });
});
