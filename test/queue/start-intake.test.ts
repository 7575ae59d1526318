import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Job, Queue, QueueEvents } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { sealApiKey } from '../../src/executor/api-keys/key-seal.ts';
import { authorizeIntake } from '../../src/executor/authorize-intake.ts';
import { deriveIntakeKey, signIntake } from '../../src/executor/intake-signature.ts';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';
import type { ApiKeyRecord, ApiScope } from '../../src/ports/stores/api-key-store.ts';
import { intakeAddress } from '../../src/queue/intake-address.ts';
import { type Intake, type IntakeOptions, startIntake } from '../../src/queue/start-intake.ts';
import { sealer } from '../support/intake-keys.ts';
import { noOutages } from '../support/no-outages.ts';
import { waitFor } from '../support/wait-for.ts';
import { type RedisForTest, silent, startRedisForTest } from './redis-for-test.ts';

const apiKey = `fm_${'S'.repeat(43)}`;
const hash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** By id, as a journal keeps them. */
const records = new Map<string, ApiKeyRecord>();
const journal = { findApiKeyById: async (id: string) => records.get(id) };
beforeAll(async () => {
  const scopes: Record<string, ApiScope[]> = {
    key_submitter: ['submit'],
    key_viewer: ['view'],
    key_other: ['submit'],
    key_forged: ['submit'],
  };
  for (const [id, granted] of Object.entries(scopes)) {
    const sealedIntakeKey = await sealer.seal(id, deriveIntakeKey(keyOf(id)));
    const key = { id, hash: hash(keyOf(id)), scopes: granted, sealedIntakeKey, createdAt: 0 };
    records.set(id, { ...key, seal: await sealApiKey(sealer, key) });
  }
  const forged = records.get('key_forged');
  if (forged) records.set('key_forged', { ...forged, scopes: ['submit', 'view'] });
  records.set('key_old', {
    id: 'key_old',
    hash: hash(keyOf('key_old')),
    scopes: ['submit'],
    createdAt: 0,
  });
});
const keyOf = (id: string): string =>
  id === 'key_submitter' ? apiKey : `fm_${id.padEnd(43, '_')}`;

/** What a producer adds. */
function signed(idempotencyKey: string, job: unknown = {}, keyId = 'key_submitter') {
  const covered = { keyId, idempotencyKey, job };
  return {
    ...covered,
    signature: signIntake(deriveIntakeKey(keyOf(keyId)), covered).toString('hex'),
  };
}

/** All that Redis has on disk. */
async function filesOfRedis(): Promise<string> {
  const folder = join(redis.folder, 'appendonlydir');
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'));
  return (await Promise.all(files)).join('');
}

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
    authorize: check ?? ((job) => authorizeIntake({ journal, sealer }, job, Date.now())),
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
    const job = await stranger.add('swap', signed('k-0'));
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
    const job = await producer.add('swap', signed('k-1', { wallet: 'main' }));
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-1' });
    expect(submit).toHaveBeenCalledExactlyOnceWith({
      idempotencyKey: 'k-1',
      body: { wallet: 'main' },
      by: { id: 'key_submitter' },
    });
  });

  it('leaves nothing in Redis that submits anything but the same job again', async () => {
    const submit = vi.fn(accept);
    open(submit);
    const job = await producer.add('swap', signed('k', { receiver: 'good' }));
    await job.waitUntilFinished(events);
    const left = JSON.parse(
      (await redis.client.hget(`bull:swaps:${job.id}`, 'data')) ?? '',
    ) as Record<string, unknown>;
    for (const change of [
      { job: { receiver: 'thief' } },
      { idempotencyKey: 'another' },
      { keyId: 'key_other' },
      { signature: '0'.repeat(64) },
    ]) {
      const changed = await producer.add('swap', { ...left, ...change });
      await expect(changed.waitUntilFinished(events)).rejects.toThrow(
        /^INTAKE_SIGNATURE_INVALID: /,
      );
      // Whoever can write to Redis can have BullMQ try it again.
      await ((await Job.fromId(producer, changed.id ?? '')) as Job).retry('failed');
      await expect(changed.waitUntilFinished(events)).rejects.toThrow(
        /^INTAKE_SIGNATURE_INVALID: /,
      );
    }
    const again = await producer.add('swap', left);
    expect(await again.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k' });
    const taken = {
      idempotencyKey: 'k',
      body: { receiver: 'good' },
      by: { id: 'key_submitter' },
    };
    expect(submit.mock.calls).toEqual([[taken], [taken]]);
    expect(await filesOfRedis()).not.toContain(apiKey);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an API key', { apiKey, idempotencyKey: 'k', job: {} }],
    ['an API key beside a signature', { ...signed('k'), apiKey }],
    ['the hash of one', { keyHash: hash(apiKey), idempotencyKey: 'k', job: {} }],
    ['an API key inside of the job', signed('k', { metadata: { note: `by ${apiKey}` } })],
    ['an API key for a name', signed('k', { metadata: { [apiKey]: 'x' } })],
  ])('refuses %s, and does not leave it in the job', async (_what, data) => {
    const submit = vi.fn(accept);
    open(submit);
    const job = await producer.add('swap', data, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(/^INTAKE_CREDENTIAL: /);
    const kept = JSON.stringify(await redis.client.hgetall(`bull:swaps:${job.id}`));
    expect(kept).toContain('idempotencyKey');
    for (const credential of [apiKey, hash(apiKey), 'apiKey', 'keyHash'])
      expect(kept).not.toContain(credential);
    expect(submit).not.toHaveBeenCalled();
  });

  it.each<[string, unknown, string]>([
    ['a key that nobody has', { ...signed('k'), keyId: 'key_of_nobody' }, 'UNAUTHORIZED'],
    ['a key from before jobs were signed', signed('k', {}, 'key_old'), 'INTAKE_KEY_MISSING'],
    ['a key without the scope', signed('k', {}, 'key_viewer'), 'FORBIDDEN'],
    ['a key whose row was changed', signed('k', {}, 'key_forged'), 'UNAUTHORIZED'],
    [
      'no signature',
      { ...signed('k'), signature: undefined },
      'INVALID_JOB: .* /signature: is missing',
    ],
    [
      'half a signature',
      { ...signed('k'), signature: 'ab'.repeat(16) },
      'INVALID_JOB: .* /signature: is not 64',
    ],
    [
      'no idempotency key',
      { ...signed('k'), idempotencyKey: undefined },
      'INVALID_JOB: .* /idempotencyKey: is missing',
    ],
    [
      'a member too many',
      { ...signed('k'), priority: 1 },
      'INVALID_JOB: .* /priority: is not a member',
    ],
    ['something else altogether', 'swap, please', 'INVALID_JOB'],
    [
      'a fraction, which languages write in different ways',
      signed('k', { a: [0.1] }),
      'INVALID_JOB: .* /job/a/0: ',
    ],
    [
      'a deep nesting',
      { ...signed('k'), job: JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) },
      'INVALID_JOB: .* levels deep',
    ],
    [
      'a prototype',
      signed('k', JSON.parse('{"__proto__": {}}')),
      'INVALID_JOB: .* /job: has a member whose name',
    ],
    ['over 64 KiB', signed('k', { a: 'x'.repeat(65_536) }), 'BODY_TOO_LARGE'],
  ])('fails %s for good, however many attempts are left', async (_what, data, message) => {
    const submit = vi.fn(accept);
    open(submit);
    const job = await producer.add('swap', data, { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(new RegExp(`^${message}`));
    expect(submit).not.toHaveBeenCalled();
    expect(await job.getState()).toBe('failed');
  });

  it('keeps a job for a process that has the right intake secret', async () => {
    const other = createSecretSealer({ intakeSecret: 'x'.repeat(32), dataFolder: redis.folder });
    const tried = vi.fn();
    open(accept, async (job) => {
      return authorizeIntake({ journal, sealer: other }, job, Date.now()).catch(
        (error: FerrymanError) => {
          tried(error.code);
          throw error;
        },
      );
    });
    const job = await producer.add('swap', signed('k-3'));
    await waitFor(() => expect(tried).toHaveBeenCalledWith('INTAKE_SECRET_WRONG'));
    await intake?.close();
    open(accept);
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-3' });
  });

  it('fails a job that is refused, with the error’s code', async () => {
    open(async () => {
      throw new FerrymanError('UNKNOWN_WALLET', 'there is no wallet named mian');
    });
    const job = await producer.add('swap', signed('k'), { attempts: 5 });
    await expect(job.waitUntilFinished(events)).rejects.toThrow(
      'UNKNOWN_WALLET: there is no wallet named mian',
    );
  });

  it('comes back to a job while the journal or a chain is away, though the producer allows one attempt', async () => {
    let asked = 0;
    const away = new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal is away', {
      retryAfter: 20,
    });
    open(
      async (request) => {
        asked++;
        if (asked === 2)
          throw new FerrymanError('CHAIN_UNAVAILABLE', 'a chain hangs', { retryAfter: 20 });
        return accept(request);
      },
      async (job) => {
        asked++;
        if (asked === 1) throw away;
        return authorizeIntake({ journal, sealer }, job, Date.now());
      },
    );
    const job = await producer.add('swap', signed('k-2'));
    expect(await job.waitUntilFinished(events)).toEqual({ swapId: 'swap-of-k-2' });
  });
});
