import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../src/core/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { broadcastAttempt } from '../../src/executor/effects/broadcast-attempt.ts';
import type { LedgerEntry } from '../../src/ports/ledger.ts';

const attempt = { id: 'a-1' as AttemptId, txId: '0x1', bytes: '0x02' } as const;
const entry = { chain: 'ETH', txId: '0x1', account: '0xaa' } as LedgerEntry;
const earlier = { ...entry, txId: '0x0' };

/** A journal that went back before (`commit`) or after (`send`) the attempt was written into the ledger. */
function world(forgets: 'commit' | 'send', own = 'mine') {
  const told = { sent: [] as string[], lost: [] as string[] };
  const kept = [earlier];
  const context = {
    journal: {
      signedRecord: async () => (forgets === 'commit' ? undefined : entry),
      async recordSent() {
        throw new FerrymanError('JOURNAL_WENT_BACK', 'the journal no longer knows the attempt', { next: 'retry' });
      },
      recognize: async (places: readonly unknown[]) => ({ instanceId: 'mine', unknown: places, openLosses: 0 }),
      async recordLosses(entries: readonly LedgerEntry[]) {
        told.lost.push(...entries.map(({ txId }) => txId));
      },
      wallets: async () => [],
    },
    ledger: {
      has: () => false,
      async record(one: LedgerEntry) {
        kept.push(one);
      },
      newest: async () => kept.slice(-1),
      all: async () => kept,
      instance: async () => own,
    },
    chains: new Map([
      [
        'ETH',
        {
          chain: { family: 'evm' },
          async broadcast({ txId }: { txId: string }) {
            told.sent.push(txId);
            return { kind: 'accepted' };
          },
        },
      ],
    ]),
    checkpoint: async () => undefined,
    logger: { info: () => undefined, error: () => undefined },
  } as unknown as ExecutorContext;
  return { context, told };
}

describe('sending what the journal does not know any more', () => {
  it('sends nothing that went before it was in the ledger, and stores at once what else is forgotten', async () => {
    const { context, told } = world('commit');
    await expect(broadcastAttempt(context, 'ETH', attempt)).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
    expect(told).toEqual({ sent: [], lost: ['0x0'] });
  });

  it('stores what was sent as lost at once, and waits', async () => {
    const { context, told } = world('send');
    await expect(broadcastAttempt(context, 'ETH', attempt)).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
      next: 'retry',
    });
    expect(told).toEqual({ sent: ['0x1'], lost: ['0x0', '0x1'] });
  });

  it('tells another journal nothing of what was signed for its own', async () => {
    const { context, told } = world('send', 'another');
    await expect(broadcastAttempt(context, 'ETH', attempt)).rejects.toMatchObject({ code: 'JOURNAL_FOREIGN' });
    expect(told.lost).toEqual([]);
  });
});
