import { z } from 'zod';
import { flows } from '../core/job.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';

const text = (maximum: number) => z.string().min(1).max(maximum);
const asset = z.strictObject({ chain: text(64), token: text(128) });
const bps = z.int().min(0).max(5_000);

/** The body of a submission, as it comes in by any of the three doors. */
const jobRequestSchema = z
  .strictObject({
    wallet: text(64),
    from: asset,
    to: asset,
    /** Human decimal string of the source token. */
    amount: text(160),
    receiver: text(128),
    /** Human decimal string of the destination token. */
    minOut: text(160).optional(),
    /** 1/10,000; at most 5,000 (50 %). */
    slippageBps: bps.optional(),
    refundAddress: text(128).optional(),
    providers: z
      .strictObject({ allow: z.array(text(64)).max(64).optional(), deny: z.array(text(64)).max(64).optional() })
      .optional(),
    flow: z.enum(flows).optional(),
    /** Human decimal string of the source chain's native coin. */
    maxFee: text(160).optional(),
    /** ISO 8601 with a time zone. */
    deadline: z.iso.datetime({ offset: true }).optional(),
    metadata: z.record(text(64), z.string().max(512)).optional(),
  })
  .refine((job) => (job.minOut === undefined) !== (job.slippageBps === undefined), {
    message: 'give either minOut or slippageBps, not both',
    path: ['minOut'],
  });

export type JobRequest = z.infer<typeof jobRequestSchema>;

/** Checks the form of a submission. Throws `INVALID_JOB` with every fault as a JSON pointer. */
export function parseJobRequest(body: unknown): JobRequest {
  const parsed = jobRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    (issue): Fault => ({ pointer: `/${issue.path.map(String).join('/')}`, message: issue.message }),
  );
  throw invalidJob(faults);
}

export function invalidJob(faults: readonly Fault[]): FerrymanError {
  const summary = faults.map((fault) => `${fault.pointer}: ${fault.message}`).join('; ');
  return new FerrymanError('INVALID_JOB', `the job is malformed: ${summary}`, { faults });
}
