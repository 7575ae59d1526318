import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { broadcastAttempt, type SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import type { AttemptKey, RecordsQuery } from '../../src/ports/stores/recovery-store.ts';
import { aSwap } from '../support/snapshot.ts';

const attempt = { id: 'a-1' as AttemptId, txId: '0x1', bytes: '0x02' } as const;
const swaps = [aSwap()];
const entry = {
  ...{ chain: 'ETH', txId: '0x1', account: '0xaa' },
  ...{ swapId: aSwap().id, retries: [] as const },
} as unknown as SigningLogEntry;
const logs = { epoch: 0n, log: 'read', missingLogs: [] };
const earlier = { ...entry, txId: '0x0' };

/**
 * When the journal goes back: before the attempt was written into the signing log, while it was, or
 * while it was sent.
 */
type Moment = 'commit' | 'line' | 'send';

/**
 * A journal that has lost the earlier attempt at some moment, and then this one too unless it was
 * committed `after` the rollback.
 */
function world(moment?: Moment, { own = 'mine', after = false, now = 0 } = {}) {
  const told = { sent: [] as string[], lost: [] as string[] };
  const kept = [earlier];
  let known = ['0x0', '0x1'];
  const happens = (now: Moment): void => {
    if (now === moment) known = after ? ['0x1'] : [];
  };
  const recognize = async (positions: readonly AttemptKey[]) => ({
    instanceId: 'mine',
    unknown: positions.filter(({ txId }) => !known.includes(txId) && !told.lost.includes(txId)),
    openLosses: told.lost.length,
    ...logs,
  });
  const context = {
    journal: {
      recognize,
      async signedRecords(_: AttemptId, { positions = [] }: RecordsQuery) {
        happens('commit');
        return { ...(await recognize(positions)), entries: known.includes('0x1') ? [entry] : [] };
      },
      findAttempt: async () => (known.includes('0x1') ? attempt.id : undefined),
      async recordSent() {
        if (known.includes('0x1')) return;
        throw new FerrymanError('JOURNAL_WENT_BACK', 'the journal no longer knows the attempt', {
          next: 'retry',
        });
      },
      async recordLosses(entries: readonly SigningLogEntry[]) {
        told.lost.push(...entries.map(({ txId }) => txId));
      },
      wallets: async () => [],
      markLogRead: async () => undefined,
      importLosses: async () => ({ imported: 0, refused: [], failed: [] }),
    },
    signingLog: {
      has: ({ txId }: AttemptKey) => kept.some((one) => one.txId === txId),
      async record(entries: readonly SigningLogEntry[]) {
        kept.push(...entries);
        happens('line');
      },
      newest: async () => kept.slice(-1),
      async *entries() {
        yield* kept;
      },
      instance: async () => own,
      log: async () => ({ id: 'log-1', host: 'here' }),
      droppedUpTo: async () => 0n,
    },
    keystoreWallets: async () => [],
    chains: new Map([
      [
        'ETH',
        {
          chain: { family: 'evm' },
          async broadcast({ txId }: { txId: string }) {
            told.sent.push(txId);
            happens('send');
            return { kind: 'accepted' };
          },
        },
      ],
    ]),
    checkpoint: async () => undefined,
    policy: { privateFor: 0 },
    clock: { now: () => now },
    logger: { info: () => undefined, error: () => undefined, warn: () => undefined },
  } as unknown as ExecutorContext<SendStores>;
  return { context, told };
}

describe('sending what the journal does not know any more', () => {
  it('sends nothing that went before it was in the signing log, and stores at once what else is forgotten', async () => {
    const { context, told } = world('commit');
    await expect(
      broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
    });
    expect(told).toEqual({ sent: [], lost: ['0x0'] });
  });

  it('sends nothing that went while it was written into the signingLog', async () => {
    const { context, told } = world('line');
    await expect(
      broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
    });
    expect(told).toEqual({ sent: [], lost: ['0x0', '0x1'] });
  });

  it('hides nothing from the comparison that went between the signature and the commit', async () => {
    const { context, told } = world('commit', { after: true });
    await expect(
      broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
    });
    expect(told).toEqual({ sent: [], lost: ['0x0'] });
    // What is committed is followed all the same.
    await broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps });
    expect(told).toEqual({ sent: ['0x1'], lost: ['0x0'] });
  });

  it('stores what was sent as lost at once, and waits', async () => {
    const { context, told } = world('send');
    await expect(
      broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
      next: 'retry',
    });
    expect(told).toEqual({ sent: ['0x1'], lost: ['0x0', '0x1'] });
  });

  it('tells another journal nothing of what was signed for its own', async () => {
    const { context, told } = world('send', { own: 'another' });
    await expect(
      broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_FOREIGN',
    });
    expect(told.lost).toEqual([]);
  });
});

it('logs what was signed, whatever its rows say meanwhile', async () => {
  const { context, told } = world();
  const { signedRecords } = context.journal;
  context.journal.signedRecords = async (...asked) => ({
    ...(await signedRecords(...asked)),
    entries: [{ ...entry, step: 'approve', kind: 'cancel', account: '0xbb', nonce: 3n }],
  });
  const terms = { kind: 'nonce', nonce: 4n } as const;
  const signed = { step: 'swap', kind: 'pay', lease: { account: '0xaa', terms } } as const;
  await broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps, signed });
  expect(told.sent).toEqual(['0x1']);
  expect(await context.signingLog.newest()).toMatchObject([
    { txId: '0x1', step: 'swap', kind: 'pay', account: '0xaa', nonce: 4n },
  ]);
});

describe('sending what it may be too late for', () => {
  const until = 1_000;

  it('hands out nothing after its end: whoever is to be paid may keep what comes late', async () => {
    const late = world(undefined, { now: until });
    expect(
      await broadcastAttempt(late.context, 'ETH', attempt, {
        firstSigned: 0,
        swaps,
        until,
        otherwise: [attempt],
      }),
    ).toEqual({
      kind: 'none',
    });
    expect(late.told.sent).toEqual([]);
    // Another process may have sent it: it is in the signing log all the same.
    expect(late.context.signingLog.has({ chain: 'ETH', txId: '0x1' })).toBe(true);
  });

  it('sends until then, and what has no end always', async () => {
    const { context, told } = world(undefined, { now: until - 1 });
    await broadcastAttempt(context, 'ETH', attempt, { firstSigned: 0, swaps, until });
    expect(told.sent).toEqual(['0x1']);
    const endless = world(undefined, { now: Number.MAX_SAFE_INTEGER });
    await broadcastAttempt(endless.context, 'ETH', attempt, { firstSigned: 0, swaps });
    expect(endless.told.sent).toEqual(['0x1']);
  });
});
