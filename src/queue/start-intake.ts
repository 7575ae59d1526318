import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SwapId } from '../core/swap/ids.ts';
import { findUncanonical } from '../core/text/find-uncanonical.ts';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { type Fault, FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown, type OutageLog } from '../errors/outage-log.ts';
import type { Listener } from '../ports/queue.ts';
import type { Submitter } from '../ports/stores/api-key-store.ts';
import type { RedisLocation } from './connect-redis.ts';
import {
  type IntakeAddress,
  intakeAddress,
  intakePrefix,
  intakeQueueName,
} from './intake-address.ts';
import { removeCredentials } from './remove-credentials.ts';
import { startWorker } from './start-worker.ts';

/** An open intake queue. */
export interface Intake extends Listener {
  address: IntakeAddress;
}

export interface IntakeOptions {
  redis: RedisLocation;
  /** Default: `intakePrefix`. */
  prefix?: string;
  /** The API key that signed the job; throws unless it may submit. */
  authorize(job: IntakeJob): Promise<Submitter>;
  submit(request: {
    idempotencyKey: string;
    body: unknown;
    by: Submitter;
  }): Promise<{ swap: { id: SwapId } }>;
  logger: Logger;
  outages: OutageLog;
  /** Jobs processed at the same time. Default: 10. */
  concurrency?: number;
}

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

/** A job of the queue. The signature covers the other three members: docs/intake.md. */
type IntakeJob = z.infer<typeof intakeData>;

/** The same limit as for an HTTP request. */
const maxBytes = 65_536;

/**
 * Intake for BullMQ producers: a job `{keyId, idempotencyKey, job, signature}` becomes a swap,
 * whose id is the job's result. Redis is not trusted: a writer can only repeat what the holder of
 * an API key has signed. A refused job fails for good, with the error's code first. A job that
 * cannot be served now (journal or chain down) is delayed and retried, however few attempts the
 * producer allows: submission is idempotent.
 */
export function startIntake({
  prefix = intakePrefix,
  concurrency = 10,
  redis,
  logger,
  outages,
  ...handlers
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
        const submitted = await submitJob(job, handlers);
        outages.succeeded(source);
        return submitted;
      } catch (cause) {
        const error = toFerrymanError(cause);
        if (isStoreDown(error)) outages.failed(source, error, { isOccasional: true });
        // Retries of the same job are logged at `debug`.
        const level =
          isStoreDown(error) || (error.next === 'retry' && job.attemptsStarted > 1)
            ? 'debug'
            : 'warn';
        logger[level](
          { job: job.id, code: error.code, reason: error.message, next: error.next },
          'intake job not accepted',
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

async function submitJob(
  job: Job<unknown>,
  { authorize, submit }: Pick<IntakeOptions, 'authorize' | 'submit'>,
): Promise<{ swapId: SwapId }> {
  await rejectCredentials(job);
  const signed = readJob(job.data);
  const by = await authorize(signed);
  const { swap } = await submit({ idempotencyKey: signed.idempotencyKey, body: signed.job, by });
  return { swapId: swap.id };
}

/**
 * Removes credentials from a job, since failed jobs stay readable in Redis. Throws
 * `INTAKE_CREDENTIAL`.
 */
async function rejectCredentials(job: Job<unknown>): Promise<void> {
  const { found, rest } = removeCredentials(job.data);
  if (!found) return;
  await job.updateData(rest);
  throw new FerrymanError(
    'INTAKE_CREDENTIAL',
    'the job contains an API key, or the hash of one; sign jobs instead',
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
      message: 'is not a member of an intake job',
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

/** Milliseconds until the retry: doubles from one second to a minute. */
function pauseBefore(job: Job<unknown>, error: FerrymanError): number {
  return error.retryAfter ?? Math.min(60_000, 500 * 2 ** Math.min(job.attemptsStarted, 10));
}
