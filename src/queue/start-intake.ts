import { createHash } from 'node:crypto';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SwapId } from '../core/ids.ts';
import { type Fault, FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown, type OutageLog } from '../errors/outage-log.ts';
import type { Listener } from '../ports/queue.ts';
import type { RedisLocation } from './connect-redis.ts';
import { type IntakeAddress, intakeAddress } from './intake-address.ts';
import { startWorker } from './start-worker.ts';

/** An open intake queue. */
export interface Intake extends Listener {
  address: IntakeAddress;
}

export interface IntakeOptions {
  redis: RedisLocation;
  /** Default `bull`, BullMQ's own: what producers in any language use unless told otherwise. */
  prefix?: string;
  /** Throws unless the API key with this SHA-256 (hex) may submit. */
  authorize(keyHash: string): Promise<unknown>;
  submit(request: { idempotencyKey: string; body: unknown }): Promise<{ swap: { id: SwapId } }>;
  logger: Logger;
  outages: OutageLog;
  /** Jobs taken in at the same time; default 10. */
  concurrency?: number;
}

const intakeQueueName = 'swaps';
const source = 'intake';

const intakeData = z.looseObject({ idempotencyKey: z.string().min(1).max(128), job: z.unknown() });

/**
 * The door for producers that speak BullMQ: a job `{apiKey, idempotencyKey, job}` becomes a swap, whose id is the job's
 * result. What is refused fails for good with the error's code in front; what is only delayed (a journal or chain that is
 * away) comes back however few attempts the producer allows, since submission is idempotent.
 */
export function startIntake({
  prefix = 'bull',
  concurrency = 10,
  redis,
  logger,
  outages,
  ...door
}: IntakeOptions): Intake {
  const worker = startWorker<unknown, { swapId: SwapId }>({
    queueName: intakeQueueName,
    redis,
    prefix,
    concurrency,
    logger,
    outages,
    async handle(job, token) {
      try {
        const taken = await takeIn(job, door);
        outages.succeeded(source);
        return taken;
      } catch (cause) {
        const error = toFerrymanError(cause);
        if (isStoreDown(error)) outages.failed(source, error, { isOccasional: true });
        // Later tries of the same job are logged at `debug`.
        const level = isStoreDown(error) || (error.next === 'retry' && job.attemptsStarted > 1) ? 'debug' : 'warn';
        logger[level](
          { job: job.id, code: error.code, reason: error.message, next: error.next },
          'intake job not taken',
        );
        if (error.next !== 'retry') throw new UnrecoverableError(`${error.code}: ${error.message}`);
        await job.moveToDelayed(Date.now() + pauseBefore(job, error), token);
        throw new DelayedError();
      }
    },
  });
  const address = intakeAddress(redis, { queue: intakeQueueName, prefix });
  return { address, close: () => worker.close() };
}

async function takeIn(
  job: Job<unknown>,
  { authorize, submit }: Pick<IntakeOptions, 'authorize' | 'submit'>,
): Promise<{ swapId: SwapId }> {
  const keyHash = await withdrawKey(job);
  const parsed = intakeData.safeParse(job.data);
  if (!parsed.success) throw malformed(parsed.error.issues);
  await authorize(keyHash);
  const { swap } = await submit({ idempotencyKey: parsed.data.idempotencyKey, body: parsed.data.job });
  return { swapId: swap.id };
}

/**
 * Takes the key out of what Redis keeps and leaves its hash, for when the job comes back. Whoever can write to this Redis
 * can change any waiting job: the hash lets in nobody who was out.
 */
async function withdrawKey(job: Job<unknown>): Promise<string> {
  const data = z.record(z.string(), z.unknown()).safeParse(job.data);
  if (!data.success) throw malformed(data.error.issues);
  const { apiKey, keyHash: kept, ...rest } = data.data;
  if (apiKey === undefined) {
    // A hash alone is taken only from a job that has been here before.
    return job.attemptsStarted > 1 && typeof kept === 'string' ? kept : '';
  }
  // Whatever else is wrong with the job, the key does not stay.
  const keyHash = typeof apiKey === 'string' ? createHash('sha256').update(apiKey).digest('hex') : '';
  await job.updateData({ ...rest, keyHash });
  return keyHash;
}

function malformed(issues: readonly { path: PropertyKey[]; message: string }[]): FerrymanError {
  const faults = issues.map(
    ({ path, message }): Fault => ({ pointer: path.map((part) => `/${String(part)}`).join(''), message }),
  );
  const summary = faults.map((fault) => `${fault.pointer}: ${fault.message}`).join('; ');
  return new FerrymanError('INVALID_JOB', `the intake job is malformed: ${summary}`, { faults });
}

/** Doubles from half a second to a minute. */
function pauseBefore(job: Job<unknown>, error: FerrymanError): number {
  return error.retryAfter ?? Math.min(60_000, 500 * 2 ** Math.min(job.attemptsStarted, 10));
}
