import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SwapId } from '../core/swap/ids.ts';
import { findUncanonical } from '../core/text/find-uncanonical.ts';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { type Fault, FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown, type OutageLog } from '../errors/outage-log.ts';
import type { Listener } from '../ports/queue.ts';
import type { RedisLocation } from './connect-redis.ts';
import { type IntakeAddress, intakeAddress } from './intake-address.ts';
import { removeCredentials } from './remove-credentials.ts';
import { startWorker } from './start-worker.ts';

/** An open intake queue. */
export interface Intake extends Listener {
  address: IntakeAddress;
}

export interface IntakeOptions {
  redis: RedisLocation;
  /** Default `bull`, BullMQ's own: what producers in any language use unless told otherwise. */
  prefix?: string;
  /** Throws unless an API key that may submit has signed the job. */
  authorize(job: IntakeJob): Promise<void>;
  submit(request: { idempotencyKey: string; body: unknown }): Promise<{ swap: { id: SwapId } }>;
  logger: Logger;
  outages: OutageLog;
  /** Jobs taken in at the same time; default 10. */
  concurrency?: number;
}

const intakeQueueName = 'swaps';
const source = 'intake';

const intakeData = z.strictObject(
  {
    keyId: z.string('is not a text').regex(/^[\w-]{1,64}$/, 'is not the id of an API key'),
    idempotencyKey: z
      .string('is not a text')
      .min(1, 'is empty')
      .max(128, 'is longer than 128 characters'),
    job: z.unknown(),
    signature: z
      .string('is not a text')
      .regex(/^[0-9a-f]{64}$/, 'is not 64 lower-case hexadecimal digits'),
  },
  'is not an object',
);

/**
 * What a producer adds to the queue. The signature covers the other three members, see
 * docs/intake.md.
 */
type IntakeJob = z.infer<typeof intakeData>;

/** As many as an HTTP request may have. */
const maxBytes = 65_536;

/**
 * The door for producers that speak BullMQ: a job `{keyId, idempotencyKey, job, signature}` becomes
 * a swap, whose id is the job's result. Redis is not trusted: who can write there can submit only
 * what the holder of an API key has signed, again. What is refused fails for good with the error's
 * code in front; what is only delayed (a journal or chain that is away) comes back however few
 * attempts the producer allows, since submission is idempotent.
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
        const level =
          isStoreDown(error) || (error.next === 'retry' && job.attemptsStarted > 1)
            ? 'debug'
            : 'warn';
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
  await withdrawCredentials(job);
  const signed = readJob(job.data);
  await authorize(signed);
  const { swap } = await submit({ idempotencyKey: signed.idempotencyKey, body: signed.job });
  return { swapId: swap.id };
}

/** A failed job stays in Redis, for anybody who can read there. Throws `INTAKE_CREDENTIAL`. */
async function withdrawCredentials(job: Job<unknown>): Promise<void> {
  const { found, rest } = removeCredentials(job.data);
  if (!found) return;
  await job.updateData(rest);
  throw new FerrymanError(
    'INTAKE_CREDENTIAL',
    'the job carried an API key, or the hash of one; sign jobs instead',
  );
}

/** Throws `INVALID_JOB`, `BODY_TOO_LARGE`. */
function readJob(data: unknown): IntakeJob {
  const uncanonical = findUncanonical(data);
  if (uncanonical) throw malformed([uncanonical]);
  if (Buffer.byteLength(JSON.stringify(data)) > maxBytes) {
    throw new FerrymanError('BODY_TOO_LARGE', `the intake job is over ${maxBytes} bytes`);
  }
  const parsed = intakeData.safeParse(data, { reportInput: true });
  if (!parsed.success) throw malformed(parsed.error.issues.flatMap(faultsOf));
  return parsed.data;
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: jsonPointer([key]),
      message: 'is no member of an intake job',
    }));
  }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [{ pointer: jsonPointer(issue.path), message: isMissing ? 'is missing' : issue.message }];
}

function malformed(faults: readonly Fault[]): FerrymanError {
  const summary = faults
    .map(({ pointer, message }) => `${pointer || 'the job'}: ${message}`)
    .join('; ');
  return new FerrymanError('INVALID_JOB', `the intake job is malformed: ${summary}`, { faults });
}

/** Doubles from half a second to a minute. */
function pauseBefore(job: Job<unknown>, error: FerrymanError): number {
  return error.retryAfter ?? Math.min(60_000, 500 * 2 ** Math.min(job.attemptsStarted, 10));
}
