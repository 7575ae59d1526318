import { createHash } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SwapId } from '../../src/core/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { authorize } from '../../src/executor/authorize.ts';
import type { ApiScope } from '../../src/ports/journal.ts';
import { intakeAddress } from '../../src/queue/intake-address.ts';
import { type Intake, type IntakeOptions, startIntake } from '../../src/queue/start-intake.ts';
import { noOutages } from '../support/no-outages.ts';
import { type RedisForTest, silent, startRedisForTest } from './redis-for-test.ts';

const apiKey = 'fm_submitter';
const keys: Record<string, ApiScope[]> = { fm_submitter: ['submit'], fm_viewer: ['view'] };
const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
const byHash = new Map(Object.entries(keys).map(([key, scopes]) => [hash(key), { id: key, hash: hash(key), scopes }]));
const known = { findApiKey: async (keyHash: string) => byHash.get(keyHash) };

let redis: RedisForTest;
/** A producer as anybody would write it: BullMQ with its defaults. */
let producer: Queue;
let events: QueueEvents;
let intake: Intake | undefined;

beforeAll(async () => {
  redis = await startRedisForTest();
  const connection = { path: redis.socketPath };
  producer = new Queue('swaps', { connection });
  events = new QueueEvents('swaps', { connection });
  await events.waitUntilReady();
});
afterAll(async () => {
  await producer.close();
  await events.close();
  await redis.close();
});
beforeEach(() => producer.obliterate({ force: true }));
afterEach(async () => {
  await intake?.close();
  intake = undefined;
});

function open(submit: IntakeOptions['submit'], check?: IntakeOptions['authorize']): void {
  intake = startIntake({
    redis: { socketPath: redis.socketPath },
    logger: silent,
    outages: noOutages,
    submit,
    authorize: check ?? ((keyHash) => authorize(known, keyHash, 'submit')),
  });
}

const accept = async ({ idempotencyKey }: { idempotencyKey: string }) => ({
  swap: { id: `swap-of-${idempotencyKey}` as SwapId },
});

describe('the intake door', () => {
  it('has an address with which a producer reaches it, and in which nobody reads a password', async () => {
    open(accept);
    const { queue, ...options } = intake!.address;
    const stranger = new Queue(queue, options);
    const job = await stranger.add('swap', { apiKey, idempotencyKey: 'k-0', job: {} });
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-0' });
    await stranger.close();
    const named = { queue: 'swaps', prefix: 'bull' };
    expect(intakeAddress({ url: 'rediss://user:secret@redis.example:6380/2' }, named)).toEqual({
      ...named,
      connection: { url: 'rediss://redis.example:6380/2' },
    });
  });

  it('turns a job into a swap and answers with its id', async () => {
    const submit = vi.fn(accept);
    open(submit);
    const job = await producer.add('swap', { apiKey, idempotencyKey: 'k-1', job: { wallet: 'main' } });
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-1' });
    expect(submit).toHaveBeenCalledExactlyOnceWith({ idempotencyKey: 'k-1', body: { wallet: 'main' } });
  });

  it('takes the key out of Redis before it does anything else', async () => {
    let kept = '';
    open(async (request) => {
      kept = JSON.stringify(await redis.client.hgetall('bull:swaps:1-of-a-kind'));
      return accept(request);
    });
    const job = await producer.add('swap', { apiKey, idempotencyKey: 'k', job: {} }, { jobId: '1-of-a-kind' });
    await job.waitUntilFinished(events);
    expect(kept).toContain('idempotencyKey');
    expect(kept).not.toContain(apiKey);
    expect(JSON.stringify(await redis.client.hgetall('bull:swaps:1-of-a-kind'))).not.toContain(apiKey);
  });

  it.each([
    ['a key that nobody has', { apiKey: 'fm_guess', idempotencyKey: 'k', job: {} }, 'UNAUTHORIZED'],
    ['no key', { idempotencyKey: 'k', job: {} }, 'UNAUTHORIZED'],
    ['the hash of a key', { keyHash: hash(apiKey), idempotencyKey: 'k', job: {} }, 'UNAUTHORIZED'],
    ['a key without the scope', { apiKey: 'fm_viewer', idempotencyKey: 'k', job: {} }, 'FORBIDDEN'],
    ['no idempotency key', { apiKey, job: {} }, 'INVALID_JOB'],
    ['something else altogether', 'swap, please', 'INVALID_JOB'],
  ])('fails %s for good, however many attempts are left', async (_what, data, code) => {
    const submit = vi.fn(accept);
    open(submit);
    const job = await producer.add('swap', data, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(new RegExp(`^${code}: `));
    expect(submit).not.toHaveBeenCalled();
    expect(await job.getState()).toBe('failed');
  });

  it('fails a job that is refused, with the error’s code', async () => {
    open(async () => {
      throw new FerrymanError('UNKNOWN_WALLET', 'there is no wallet named mian');
    });
    const job = await producer.add('swap', { apiKey, idempotencyKey: 'k', job: {} }, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow('UNKNOWN_WALLET: there is no wallet named mian');
  });

  it('comes back to a job while the journal or a chain is away, though the producer allows one attempt', async () => {
    let asked = 0;
    const away = new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal is away', { retryAfter: 20 });
    open(
      async (request) => {
        asked++;
        if (asked === 2) throw new FerrymanError('CHAIN_UNAVAILABLE', 'a chain hangs', { retryAfter: 20 });
        return accept(request);
      },
      async (keyHash) => {
        asked++;
        if (asked === 1) throw away;
        return authorize(known, keyHash, 'submit');
      },
    );
    const job = await producer.add('swap', { apiKey, idempotencyKey: 'k-2', job: {} });
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-2' });
  });
});
