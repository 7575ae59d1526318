import { z } from 'zod';
import { type AmountFault, parseAmount } from '../core/amounts/amounts.ts';
import { flows } from '../core/swap/job.ts';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';

export const amountFaults: Readonly<Record<AmountFault, string>> = {
  malformed: 'is not a plain decimal number such as "12.5"',
  zero: 'is zero',
  too_many_decimals: 'has more decimals than the token',
  too_large: 'is larger than 2^256 - 1 base units',
};

/** Says what is wrong in our own words; the parser's tell of types. */
const text = (maximum: number) =>
  z.string('is not a text').min(1, 'is empty').max(maximum, `is longer than ${maximum} characters`);
/** The token's decimals are not known yet; that a text is no amount shows without them. */
const amount = z
  .string('is not a text; amounts are decimal strings such as "12.5"')
  .max(160, 'is too long')
  .superRefine((given, context) => {
    const parsed = parseAmount(given, given.length);
    if (parsed.ok || parsed.fault === 'too_large') return;
    context.addIssue({ code: 'custom', message: amountFaults[parsed.fault] });
  });
const asset = z.strictObject(
  { chain: text(64), token: text(128) },
  'is not an object of chain and token',
);
const names = z.array(text(64), 'is not a list').max(64, 'has more than 64 members');
const note = z.string('is not a text').max(512, 'is longer than 512 characters');
const slippage = 'is not a whole number of basis points from 1 to 5000 (50 %)';

const priority = 'is not a whole number from 0 (the default) to 9 (first)';

/** The body of a submission, as it comes in by any of the three doors. */
const jobRequestSchema = z
  .strictObject(
    {
      /** A wallet name of 63 characters at most, and the number of an account. */
      wallet: text(66),
      from: asset,
      to: asset,
      /** Human decimal string of the source token. */
      amount,
      /** As long as unified addresses of Zcash with all their parts. */
      receiver: text(256),
      /** Human decimal string of the destination token. */
      minOut: amount.optional(),
      /** 1/10,000; at most 5,000 (50 %). */
      slippageBps: z.int(slippage).min(0, slippage).max(5_000, slippage).optional(),
      refundAddress: text(128).optional(),
      providers: z
        .strictObject({ allow: names.optional(), deny: names.optional() }, 'is not an object')
        .optional(),
      flow: z.enum(flows, `is none of ${flows.join(', ')}`).optional(),
      /** Human decimal string of the source chain's native coin. */
      maxFee: amount.optional(),
      /** ISO 8601 with a time zone. */
      deadline: z.iso
        .datetime({
          offset: true,
          error: 'is not a time such as "2026-01-31T12:00:00Z", with its time zone',
        })
        .optional(),
      /**
       * 0 to 9; of the jobs that wait for one wallet account the highest goes first, then the
       * oldest. Default: 0.
       */
      priority: z.int(priority).min(0, priority).max(9, priority).optional(),
      metadata: z.record(text(64), note, 'is not an object of texts').optional(),
    },
    'is not a JSON object',
  )
  .refine((job) => (job.minOut === undefined) !== (job.slippageBps === undefined), {
    message: 'is given beside slippageBps, or neither is: give exactly one',
    path: ['minOut'],
    // Whatever else is wrong with it: all faults are told at once.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

export type JobRequest = z.infer<typeof jobRequestSchema>;

/** Checks the form of a submission. Throws `INVALID_JOB` with every fault as a JSON pointer. */
export function parseJobRequest(body: unknown): JobRequest {
  const parsed = jobRequestSchema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidJob(distinctFaults(parsed.error.issues.flatMap(faultsOf)));
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: jsonPointer([...issue.path, key]),
      message: 'is no member of a job',
    }));
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return [{ pointer: jsonPointer(issue.path), message: missing ? 'is missing' : issue.message }];
}

export function invalidJob(faults: readonly Fault[]): FerrymanError {
  const summary = faults
    .map((fault) => `${fault.pointer || 'the body'}: ${fault.message}`)
    .join('; ');
  return new FerrymanError('INVALID_JOB', `the job is malformed: ${summary}`, { faults });
}
