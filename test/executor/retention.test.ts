import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseRetention, type Retention } from '../../src/executor/retention/retention.ts';
import { runRetention } from '../../src/executor/retention/run-retention.ts';
import { startRetention } from '../../src/executor/retention/start-retention.ts';
import {
  engines,
  type JournalsOnBothEngines,
  openOnBothEngines,
} from '../journal/open-on-both-engines.ts';
import { newWorld, type World } from '../journal/suite/fixture.ts';
import { makeWebhook } from './webhooks/deliver-for-test.ts';

let journals: JournalsOnBothEngines;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  journals = await openOnBothEngines();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => journals?.close());

/** A process that has been told what leaves the journal. */
function start({ journal }: World, retention: Retention) {
  const outages = { succeeded: vi.fn(), failed: vi.fn() };
  const context = { journal, outages, holder: randomUUID(), clock: { now: Date.now } };
  const logger = pino({ level: 'silent' });
  const stop = startRetention({ ...context, logger } as never, retention);
  closers.push(stop);
  return { outages, stop };
}

describe.each(engines)('retention on %s', (engine) => {
  let own: World;
  let webhookId = '';
  beforeAll(async () => {
    own = await newWorld(journals[engine]);
    ({ id: webhookId } = await makeWebhook(own.journal, 'https://hooks.example.com'));
  });

  /** A delivery that was given up nine days ago. */
  async function addOldDelivery(): Promise<void> {
    const id = await own.journal.insertTest(webhookId);
    await own.raw(`update deliveries set state = 'failed', created_at = now() - interval '9 days',
      due_at = now() - interval '9 days' where id = '${id}'`);
  }

  /** A swap that ended nine days ago, with the routing service's answers. */
  async function addOldSwap(): Promise<void> {
    const swapId = await own.ready();
    const end = { swapId, state: 'expired', fundsState: 'untouched' } as const;
    await own.journal.transition({ ...end, version: await own.version(swapId) });
    await own.raw(`update swaps set updated_at = now() - interval '9 days' where id = '${swapId}'`);
  }

  const deliveries = async () =>
    (await own.journal.listDeliveries({ webhookId, limit: 10 })).length;
  const at = (name: string) => join(journals.folder, `${engine}-${name}`);

  it('takes out once what is as old as it is asked for, and nothing else', async () => {
    const context = { journal: own.journal, clock: { now: Date.now } };
    const folder = at('once');
    await Promise.all([addOldSwap(), addOldDelivery()]);
    const young = { payloadsAfterDays: 10, deliveriesAfterDays: 10, folder };
    const nothing = { orders: 0, removedBytes: 0, archivedBytes: 0 };
    expect(await runRetention(context, young)).toEqual({
      ...nothing,
      ...{ folder, removedDeliveries: 0 },
    });
    expect(await runRetention(context, { deliveriesAfterDays: 8, folder })).toEqual({
      removedDeliveries: 1,
    });
    const report = await runRetention(context, { payloadsAfterDays: 8, folder });
    expect(report).toMatchObject({ orders: 1, folder });
    expect(report).not.toHaveProperty('removedDeliveries');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is done by one of the processes that are told to, and by another one after it', async () => {
    const retention = { payloadsAfterDays: 8, deliveriesAfterDays: 8, folder: at('loop') };
    await Promise.all([addOldSwap(), addOldDelivery()]);
    const first = start(own, retention);
    await expect.poll(() => first.outages.succeeded.mock.calls.length).toBe(1);
    expect(await deliveries()).toBe(0);
    expect(await readdir(retention.folder)).toHaveLength(1);
    await addOldDelivery();
    const second = start(own, retention);
    await expect.poll(() => second.outages.succeeded.mock.calls.length).toBe(1);
    expect(await deliveries()).toBe(1);
    await first.stop();
    start(own, retention);
    await expect.poll(deliveries).toBe(0);
  });

  it('removes deliveries though no archive can be written, and says so', async () => {
    await Promise.all([addOldSwap(), addOldDelivery()]);
    const folder = at('file');
    await writeFile(folder, '');
    const { outages } = start(own, { payloadsAfterDays: 8, deliveriesAfterDays: 8, folder });
    await expect.poll(() => outages.failed.mock.calls.length).toBeGreaterThan(0);
    expect(outages.failed.mock.calls[0]?.[1]).toMatchObject({ code: 'ARCHIVE_FAILED' });
    expect(await deliveries()).toBe(0);
  });
});

describe('what leaves the journal', () => {
  const configured = { payloadsAfterDays: 180, folder: '/configured' };

  it.each([
    ['is as configured', {}, configured],
    ['is as asked for', { payloadsAfterDays: 7 }, { payloadsAfterDays: 7, folder: '/configured' }],
    [
      'is also what is asked for besides',
      { deliveriesAfterDays: 30, folder: '/asked' },
      { payloadsAfterDays: 180, deliveriesAfterDays: 30, folder: '/asked' },
    ],
  ])('%s', (_, asked, chosen) => {
    expect(chooseRetention(asked, configured)).toEqual(chosen);
  });

  it('has to be named', () => {
    expect(() => chooseRetention({}, { folder: '/configured' })).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });
});
