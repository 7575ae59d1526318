import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { compareJournal } from '../../src/executor/compare-journal.ts';
import type { SigningLogContext } from '../../src/executor/context.ts';
import { verifyJournal, verifyJournalAtStart } from '../../src/executor/verify-journal.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import type {
  AttemptKey,
  ReadLog,
  RecordLossesOptions,
} from '../../src/ports/stores/recovery-store.ts';

function entry(txId: string, signedAt = 1): SigningLogEntry {
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

/**
 * A journal that knows `known`, beside a signing log of `files`, each with its entries in order.
 */
function world({
  known = [] as string[],
  files = [[]] as SigningLogEntry[][],
  instanceId = 'mine',
  nonces = 5n,
  refused = [] as string[],
  missing = [] as string[],
  keys = [] as string[],
  droppedUpTo = 0n,
}) {
  const told = {
    asked: [] as string[][],
    lost: [] as string[],
    /** The recorded `droppedUpTo` of the log, with each loss and when the log was read. */
    dropped: [] as [what: string, upTo: bigint | undefined][],
    errors: 0,
    warnings: 0,
    compared: [] as unknown[],
    /** Subjects of entries of the audit log. */
    recorded: [] as string[],
  };
  const wallets = [{ id: 'w-1', name: 'one', family: 'evm', address: '0xaa' }];
  const drafts = keys.map((name) => ({ name, family: 'evm', address: `0x${name}`, keyRef: name }));
  const imported = new Set<string>();
  let bound: string | undefined = 'mine';
  let [epoch, readEpoch] = [0n, 0n];
  const context = {
    journal: {
      instanceId: async () => instanceId,
      async recognize(positions: readonly AttemptKey[]) {
        told.asked.push(positions.map(({ txId }) => txId));
        const unknown = positions.filter(({ txId }) => ![...known, ...told.lost].includes(txId));
        const openLosses = told.lost.filter((txId) => !imported.has(txId)).length;
        const missingLogs = [...(readEpoch < epoch ? ['here'] : []), ...missing];
        return {
          instanceId,
          unknown,
          openLosses,
          epoch,
          log: readEpoch < epoch ? 'unread' : 'read',
          missingLogs,
        };
      },
      async recordLosses(entries: readonly SigningLogEntry[], options: RecordLossesOptions = {}) {
        told.dropped.push(['losses', options.droppedUpTo]);
        told.lost.push(...entries.map(({ txId }) => txId));
        epoch += 1n;
      },
      async markLogRead({ epoch: at, droppedUpTo: upTo }: ReadLog) {
        told.dropped.push(['log', upTo]);
        readEpoch = at;
      },
      async importLosses() {
        const importable =
          missing.length > 0 ? [] : told.lost.filter((txId) => !refused.includes(txId));
        const found = importable.filter((txId) => !imported.has(txId));
        for (const txId of found) imported.add(txId);
        return { imported: found.length, refused: [], failed: [] };
      },
      wallets: async () => wallets,
      async recordAct({ subject }: { subject: string }) {
        told.recorded.push(subject);
      },
      async createWallet(draft: (typeof drafts)[number]) {
        if (readEpoch < epoch || told.lost.length > 0)
          throw new Error('too late: it is told of losses already');
        const wallet = { ...draft, id: draft.name };
        wallets.push(wallet);
        return wallet;
      },
      async compareAccount(account: unknown) {
        told.compared.push(account);
      },
    },
    keystoreWallets: async () => drafts,
    signingLog: {
      instance: async () => bound,
      async bind(id: string) {
        bound ??= id;
        return bound;
      },
      newest: async () => files.flatMap((entries) => entries.slice(-1)),
      async *entries() {
        yield* files.flat();
      },
      log: async () => ({ id: 'log-1', host: 'here' }),
      droppedUpTo: async () => droppedUpTo,
    },
    chains: new Map([
      [
        'ETH',
        {
          chain: { name: 'ETH', family: 'evm' },
          accounts: { kind: 'counted', nextNonce: async () => nonces },
        },
      ],
      [
        'DARK',
        {
          chain: { name: 'DARK', family: 'evm' },
          accounts: { kind: 'counted', nextNonce: () => Promise.reject(new Error('no answer')) },
        },
      ],
    ]),
    logger: { error: () => void told.errors++, warn: () => void told.warnings++ },
  } as unknown as SigningLogContext;
  return { context, told };
}

describe('the journal before a signature', () => {
  it('is in order when it knows the entries that the signing log names as its newest, and one question says so', async () => {
    const { context, told } = world({
      known: ['b', 'c'],
      files: [[entry('a'), entry('b')], [entry('c')]],
    });
    await verifyJournal(context);
    expect(told).toMatchObject({ asked: [['b', 'c']], lost: [], errors: 0, compared: [] });
  });

  it('that went back is told nothing by whoever only looks', async () => {
    const { context, told } = world({ known: ['a'], files: [[entry('a'), entry('b')]] });
    expect(await compareJournal(context)).toMatchObject({ kind: 'missing_attempts' });
    expect(told).toMatchObject({ lost: [], errors: 0, warnings: 0, compared: [] });
  });

  it('that went back imports what the log shows, once, compares the chains, and goes on', async () => {
    const { context, told } = world({
      known: ['a'],
      files: [[entry('a'), entry('b'), entry('c')]],
    });
    await verifyJournal(context);
    expect(told).toMatchObject({ lost: ['b', 'c'], errors: 1 });
    expect(told.compared).toEqual([
      { walletId: 'w-1', chain: 'ETH', account: '0xaa', chainNonce: 5n, epoch: 1n },
    ]);
    await verifyJournal(context);
    expect(told).toMatchObject({ lost: ['b', 'c'], errors: 1 });
    expect(await compareJournal(context)).toMatchObject({ kind: 'same' });
  });

  it('that went back signs nothing where something cannot be imported, until a person has looked', async () => {
    const { context, told } = world({
      known: ['a'],
      files: [[entry('a'), entry('b'), entry('c')]],
      refused: ['c'],
    });
    await expect(verifyJournal(context)).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
      next: 'retry',
    });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
    expect(told).toMatchObject({ lost: ['b', 'c'], errors: 1 });
    expect(await compareJournal(context)).toMatchObject({ kind: 'recovering' });
  });

  it('that went back knows the wallets of this host again before it imports, also what was made after the backup', async () => {
    const { context, told } = world({ files: [[entry('a')]], keys: ['made-since'] });
    await verifyJournal(context);
    expect((await context.journal.wallets()).map(({ name }) => name)).toEqual([
      'one',
      'made-since',
    ]);
    expect(told).toMatchObject({
      lost: ['a'],
      compared: [{ walletId: 'w-1' }, { walletId: 'made-since' }],
      recorded: ['wallet made-since'],
    });
  });

  it('that went back is told what the log has dropped, of its losses and of the log', async () => {
    const { context, told } = world({ files: [[entry('a'), entry('b')]], droppedUpTo: 7n });
    await verifyJournal(context);
    expect(told).toMatchObject({
      lost: ['a', 'b'],
      dropped: [
        ['losses', 7n],
        ['log', 7n],
      ],
    });
  });

  it('that went back waits for the signing log of a host that is missing, and names it', async () => {
    const { context } = world({ files: [[entry('a')]], missing: ['beta'] });
    await expect(verifyJournal(context)).rejects.toMatchObject({
      message: expect.stringContaining('beta'),
    });
  });

  it('that went back lets a process start, which signs nothing while something is missing', async () => {
    const { context, told } = world({ files: [[entry('a')]], refused: ['a'] });
    await verifyJournalAtStart(context);
    // Every start logs that the process signs nothing.
    const { warnings } = told;
    await verifyJournalAtStart(context);
    expect(told).toMatchObject({ errors: 1, warnings: warnings + 1 });
    await expect(verifyJournal(context)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
  });

  it('must be the one that the keys sign for, and learns nothing of them otherwise', async () => {
    const { context, told } = world({ instanceId: 'another', files: [[entry('a')]] });
    await expect(verifyJournal(context)).rejects.toMatchObject({
      code: 'JOURNAL_FOREIGN',
      next: 'retry',
    });
    await expect(verifyJournalAtStart(context)).rejects.toMatchObject({ code: 'JOURNAL_FOREIGN' });
    expect(told.lost).toEqual([]);
  });
});
