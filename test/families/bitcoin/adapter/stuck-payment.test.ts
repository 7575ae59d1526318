import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maximumFee } from '../../../../src/core/swap/transaction-object.ts';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import type { Journal } from '../../../../src/ports/journal.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import { copyJournalTemplate } from '../../../support/copy-journal-template.ts';
import type { Server } from './local-chain.ts';
import { amount, type StuckWorld, startStuckWorld } from './stuck-world.ts';

const funds = 1_000_000n;

describe.each<Server>(['esplora', 'bitcoind'])(
  'a payment of Bitcoin that is stuck, by %s',
  (server) => {
    let folder = '';
    let journal: Journal;
    let world: StuckWorld;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ferryman-stuck-'));
      ({ journal } = await openForTest(await openPgliteClient(await copyJournalTemplate(folder))));
      world = await startStuckWorld(journal, { server });
    });
    afterEach(() => world.local.sandbox.blocks.endStall());
    afterAll(async () => {
      await world?.close();
      await journal?.close();
      await rm(folder, { recursive: true });
    });

    it('gets in with a child that pays for both, and the swap counts what both have cost', async () => {
      const { act, attemptsOf, stepOf, held } = world;
      const { id, address, receiver } = await world.stuck([funds]);
      expect(await act(id, 'bump')).toEqual({ kind: 'none' });
      const [attempt] = await attemptsOf(id);
      const child = attempt?.boost;
      if (!child) throw new Error('no child was stored');
      // It pays what is asked already.
      expect(await act(id, 'bump')).toMatchObject({ kind: 'not_raised' });
      const spent = await world.settle(id);
      expect(spent).toBe(maximumFee(attempt.fee) + maximumFee(child.fee));
      expect(await stepOf(id)).toMatchObject({
        outcome: 'landed',
        lease: { attempts: [{ txId: attempt.txId }] },
      });
      expect(await held(receiver)).toBe(amount);
      expect(await held(address)).toBe(funds - amount - spent);
      expect(await journal.isOwnTransaction('BITCOIN', child.txId)).toBe(true);
    });

    it('is taken back with its child where it is cancelled', async () => {
      const { act, inclusions, stepOf, held } = world;
      const { id, address, receiver } = await world.stuck([funds]);
      await act(id, 'bump');
      world.local.sandbox.blocks.stall(60);
      expect(await act(id, 'cancel')).toEqual({ kind: 'none' });
      const spent = await world.settle(id);
      expect(await stepOf(id)).toMatchObject({ outcome: 'dead', lease: { state: 'consumed' } });
      expect(await inclusions(id)).toEqual(['unseen', 'final']);
      expect(await held(receiver)).toBe(0n);
      expect(await held(address)).toBe(funds - spent);
    });
  },
);
