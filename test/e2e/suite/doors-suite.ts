import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { serveApi } from '../../../src/api/serve-api.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import {
  ensureFirstApiKey,
  type NewApiKey,
} from '../../../src/executor/api-keys/create-api-key.ts';
import { deriveIntakeKey, signIntake } from '../../../src/executor/intake-signature.ts';
import { hangSignal } from '../../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../../support/harness.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';

/**
 * The three doors for every kind of journal; and, once, a queue that loses everything: it is the
 * same Redis beside either.
 */
export function doorsSuite(name: string, openPostgres?: () => Promise<PostgresServer>): void {
  describe(`doors and queue with a journal on ${name}`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    let one: TestFerryman;
    let apiKey: NewApiKey;

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([
        startSandbox({ otherChains: [] }),
        openPostgres?.(),
      ]);
      one = await startTestFerryman({
        endpoints: sandbox.endpoints,
        postgres: postgres ?? 'pglite',
        wallets: ['treasury'],
      });
      await fund(sandbox.endpoints, 'ARBITRUM', one.wallets.treasury ?? '', native, 10n * oneEther);
      apiKey = (await ensureFirstApiKey(one.ferryman)) as NewApiKey;
    });
    afterAll(async () => {
      await one?.close();
      await Promise.all([sandbox?.close(), postgres?.close()]);
    });

    const socket = () => join(one.options.dataFolder, 'redis', 'redis.sock');
    const job = (amount: string) => coinForUsdc(sandbox.endpoints, 'ARBITRUM', { amount });
    /** The state in which a swap ended; of one that did not, all that is known about it. */
    const settled = async (id: string): Promise<string> => {
      const { awaitEnd, journal } = one.ferryman;
      const ended = await awaitEnd(id as SwapId, { signal: hangSignal() }).catch(() => undefined);
      if (ended) return ended.swap.state;
      const events = (await journal.events(id as SwapId)).map(
        ({ type, at }) => `${type} ${new Date(at).toISOString()}`,
      );
      const { state, reason } = (await journal.findSwap(id as SwapId))?.swap ?? {};
      return JSON.stringify({ state, reason, events });
    };

    it('takes swaps from the library, the API and the intake queue, each once', async () => {
      const byLibrary = await submitJob(one.ferryman, job('0.011'));

      const api = await serveApi({ ...one.ferryman, logger: one.options.logger }, { port: 0 });
      const post = async () => {
        const answer = await fetch(`${api.url}/v1/swaps`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${apiKey.key}`,
            'idempotency-key': 'by-api',
          },
          body: JSON.stringify(job('0.012')),
        });
        return { status: answer.status, ...((await answer.json()) as { swap: { id: string } }) };
      };
      const [byApi, again] = [await post(), await post()];
      expect([byApi.status, again.status]).toEqual([201, 200]);
      expect(again.swap.id).toBe(byApi.swap.id);

      // A bare BullMQ producer, which knows nothing of Ferryman but the name of the queue.
      const intake = await one.ferryman.openIntake();
      const connection = { path: socket() };
      const producer = new Queue('swaps', { connection });
      const events = new QueueEvents('swaps', { connection });
      await events.waitUntilReady();
      const sign = (idempotencyKey: string, body: unknown, key = apiKey.key) => {
        const covered = { keyId: apiKey.id, idempotencyKey, job: body };
        return { ...covered, signature: signIntake(deriveIntakeKey(key), covered).toString('hex') };
      };
      const data = sign('by-queue', job('0.013'));
      const jobs = await Promise.all([producer.add('swap', data), producer.add('swap', data)]);
      const results = (await Promise.all(jobs.map((added) => added.waitUntilFinished(events)))) as {
        swapId: string;
      }[];
      expect(results[0]?.swapId).toBe(results[1]?.swapId);

      const malformed = await producer.add('swap', sign('bad', { ...job('1e18'), minOut: '1' }));
      await expect(malformed.waitUntilFinished(events)).rejects.toThrow(/^INVALID_JOB/);
      const stranger = await producer.add('swap', sign('stranger', job('0.014'), 'fm_of_nobody'));
      await expect(stranger.waitUntilFinished(events)).rejects.toThrow(/^INTAKE_SIGNATURE_INVALID/);

      const ids = [byLibrary.swap.id, byApi.swap.id, results[0]?.swapId ?? ''];
      expect(new Set(ids).size).toBe(3);
      const firsts = await Promise.all(
        ids.map(async (id) => (await one.ferryman.journal.events(id as SwapId))[0]?.data.by),
      );
      const byKey = `API key ${apiKey.id}`;
      expect(firsts).toEqual(['library', byKey, byKey]);
      expect(await Promise.all(ids.map(settled))).toEqual(['settled', 'settled', 'settled']);
      await Promise.all([producer.close(), events.close(), intake.close(), api.close()]);
    });

    if (!openPostgres) return;
    it('loses none of twenty swaps to a FLUSHALL in the middle of them', async () => {
      const redis = new Redis({ path: socket() });
      const submitted = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          submitJob(one.ferryman, job(`0.02${String(index).padStart(2, '0')}`), randomUUID()),
        ),
      );
      const ends = submitted.map(({ swap }) => settled(swap.id));
      for (const some of [1, 4, 9]) {
        // In the middle of the work, whenever that is: as soon as so many have ended.
        await firstOf(ends, some);
        await redis.flushall();
      }
      const states = await Promise.all(ends);
      expect(states).toEqual(Array(20).fill('settled'));
      redis.disconnect();
    });
  });
}

/** Waits until `count` of the promises are fulfilled. */
function firstOf(promises: readonly Promise<unknown>[], count: number): Promise<void> {
  let done = 0;
  return new Promise((resolve, reject) => {
    for (const promise of promises) {
      promise.then(() => {
        if (++done >= count) resolve();
      }, reject);
    }
  });
}
