import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/ids.ts';
import { compareJournal } from '../../src/executor/compare-journal.ts';
import type { LedgerContext } from '../../src/executor/context.ts';
import { verifyJournal } from '../../src/executor/verify-journal.ts';
import { verifyJournalAtStart } from '../../src/executor/verify-journal-at-start.ts';
import type { LedgerEntry } from '../../src/ports/ledger.ts';
import type { AttemptPlace } from '../../src/ports/time-travel.ts';

function entry(txId: string, signedAt = 1): LedgerEntry {
  const place = { chain: 'ETH', txId, account: '0xaa', nonce: 1n, signedAt };
  return {
    ...place,
    instanceId: 'mine',
    swapId: 's-1' as SwapId,
    idempotencyKey: 'k',
    retries: [],
    sequence: 1n,
    step: 'swap',
    kind: 'pay',
  };
}

/** A journal that knows `known`, beside a ledger of `files`, each with its entries in order. */
function world({ known = [] as string[], files = [[]] as LedgerEntry[][], instanceId = 'mine', nonces = 5n }) {
  const told = { asked: [] as string[][], lost: [] as string[], errors: 0, warnings: 0, compared: [] as unknown[] };
  let bound: string | undefined = 'mine';
  const context = {
    journal: {
      instanceId: async () => instanceId,
      async recognize(places: readonly AttemptPlace[]) {
        told.asked.push(places.map(({ txId }) => txId));
        const unknown = places.filter(({ txId }) => ![...known, ...told.lost].includes(txId));
        return { instanceId, unknown, openLosses: told.lost.length };
      },
      async recordLosses(entries: readonly LedgerEntry[]) {
        told.lost.push(...entries.map(({ txId }) => txId));
      },
      wallets: async () => [{ id: 'w-1', family: 'evm', address: '0xaa' }],
      async freezeIfForeign(account: unknown) {
        told.compared.push(account);
      },
    },
    ledger: {
      instance: async () => bound,
      async bind(id: string) {
        bound ??= id;
        return bound;
      },
      newest: async () => files.flatMap((entries) => entries.slice(-1)),
      all: async () => files.flat(),
    },
    chains: new Map([
      ['ETH', { chain: { family: 'evm' }, nextNonce: async () => nonces }],
      ['DARK', { chain: { family: 'evm' }, nextNonce: () => Promise.reject(new Error('no answer')) }],
    ]),
    logger: { error: () => void told.errors++, warn: () => void told.warnings++ },
  } as unknown as LedgerContext;
  return { context, told };
}

describe('the journal before a signature', () => {
  it('is in order when it knows the entries that the ledger names as its newest, and one question says so', async () => {
    const { context, told } = world({ known: ['b', 'c'], files: [[entry('a'), entry('b')], [entry('c')]] });
    await verifyJournal(context);
    expect(told).toMatchObject({ asked: [['b', 'c']], lost: [], errors: 0 });
  });

  it('that went back is told nothing by whoever only looks', async () => {
    const { context, told } = world({ known: ['a'], files: [[entry('a'), entry('b')]] });
    expect(await compareJournal(context)).toBe('forgetful');
    expect(told).toMatchObject({ lost: [], errors: 0, warnings: 0, compared: [] });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
    expect(await compareJournal(context)).toBe('not_adopted');
  });

  it('that went back is told all that it has lost, once, and the chains are compared as far as they answer', async () => {
    const { context, told } = world({ known: ['a'], files: [[entry('a'), entry('b'), entry('c')]] });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK', next: 'retry' });
    expect(told).toMatchObject({ lost: ['b', 'c'], errors: 1, warnings: 1 });
    expect(told.compared).toEqual([{ walletId: 'w-1', chain: 'ETH', account: '0xaa', chainNonce: 5n }]);
    // Until a person has looked, without saying it again.
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
    expect(told).toMatchObject({ lost: ['b', 'c'], errors: 1 });
  });

  it('that went back lets a process start, which signs nothing', async () => {
    const { context, told } = world({ files: [[entry('a')]] });
    await verifyJournalAtStart(context);
    // That it signs nothing is said at every start.
    const { warnings } = told;
    await verifyJournalAtStart(context);
    expect(told).toMatchObject({ errors: 1, warnings: warnings + 1 });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
  });

  it('must be the one that the keys sign for, and learns nothing of them otherwise', async () => {
    const { context, told } = world({ instanceId: 'another', files: [[entry('a')]] });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_FOREIGN', next: 'retry' });
    await expect(verifyJournalAtStart(context)).rejects.toMatchObject({ code: 'JOURNAL_FOREIGN' });
    expect(told.lost).toEqual([]);
  });
});
