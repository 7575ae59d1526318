import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { engineConformance } from '../conformance/journal.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { openForTest } from './open-for-test.ts';
import { leased, newWorld } from './suite/fixture.ts';

/*
 * Postgres runs every part of the suite, with the same statements; here is what the engine itself
 * could do otherwise. `pglite-whole.check.ts` runs the rest here too, in `npm run check:release`.
 */

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

engineConformance('PGlite', async () =>
  openForTest(await openPgliteClient(await copyJournalTemplate(join(folder, 'conformance')))),
);

describe('PGlite', () => {
  it('keeps everything when it is closed and opened again', async () => {
    await copyJournalTemplate(join(folder, 'reopened'));
    const place = { kind: 'pglite', folder: join(folder, 'reopened', 'journal') } as const;
    const first = await openJournal(place);
    const world = await newWorld({
      journal: first,
      raw: async () => [],
      close: async () => undefined,
    });
    const { id, txId, attemptId } = await world.paid();
    const [before, history] = [await first.snapshot(id), await first.events(id)];
    await first.close();
    await expect(first.ping()).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });

    const second = await openJournal(place);
    try {
      expect(await second.snapshot(id)).toEqual(before);
      expect(await second.events(id)).toEqual(history);
      expect(await second.findAttempt(world.chain, txId)).toBe(attemptId);
      const again = await newWorld({
        journal: second,
        raw: async () => [],
        close: async () => undefined,
      });
      expect(leased(await again.lease(await again.ready())).nonce).toBe(0n);
    } finally {
      await second.close();
    }
  });

  it('reports that its folder cannot be used', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(
      openJournal({ kind: 'pglite', folder: join(file, 'below') }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_UNAVAILABLE',
    });
  });
});
