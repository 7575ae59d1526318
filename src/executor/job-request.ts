import { z } from 'zod';
import { type AmountFault, parseAmount } from '../core/amounts/amounts.ts';
import { decimalTextFaults } from '../core/amounts/decimal-text.ts';
import type { SwapId } from '../core/swap/ids.ts';
import { broadcastModes, flows } from '../core/swap/job.ts';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import { personNote } from './person-note.ts';

export const amountFaults: Readonly<Record<AmountFault, string>> = {
  malformed: decimalTextFaults.form,
  zero: 'is zero',
  too_many_decimals: 'has more decimals than the token',
  too_large: 'is larger than 2^256 - 1 base units',
};

/** Custom messages: the parser's own name types. */
const text = (maximum: number) =>
  z.string('is not a text').min(1, 'is empty').max(maximum, `is longer than ${maximum} characters`);
/** Checks the form only: the token's decimals are not known yet. */
const amount = z
  .string(decimalTextFaults.type)
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

/** The body of a submission, for the API, the intake queue and the library. */
export const jobRequestSchema = z
  .strictObject(
    {
      /** A wallet name of at most 63 characters, and an account number. */
      wallet: text(66),
      from: asset,
      to: asset,
      /** Decimal string, in units of the source token. */
      amount,
      /** Fits a unified address of Zcash with all its receivers. */
      receiver: text(256),
      /** Decimal string, in units of the destination token. */
      minOut: amount.optional(),
      /** Basis points (1/10,000), at most 5,000 (50 %). */
      slippageBps: z.int(slippage).min(0, slippage).max(5_000, slippage).optional(),
      refundAddress: text(128).optional(),
      providers: z
        .strictObject({ allow: names.optional(), deny: names.optional() }, 'is not an object')
        .optional(),
      flow: z.enum(flows, `is none of ${flows.join(', ')}`).optional(),
      /** Decimal string, in units of the source chain's native coin. */
      maxFee: amount.optional(),
      /** ISO 8601 with a time zone. */
      deadline: z.iso
        .datetime({
          offset: true,
          error: 'is not a time such as "2026-01-31T12:00:00Z", with its time zone',
        })
        .optional(),
      /**
       * 0 to 9. A wallet account serves its highest priority first, then its oldest job. Default:
       * 0.
       */
      priority: z.int(priority).min(0, priority).max(9, priority).optional(),
      /** Default: `public`. */
      broadcast: z.enum(broadcastModes, `is none of ${broadcastModes.join(', ')}`).optional(),
      metadata: z.record(text(64), note, 'is not an object of texts').optional(),
      /** The id of a swap that has ended unpaid, whose place this one takes. */
      replaces: z
        .guid('is not the id of a swap')
        .transform((id) => id.toLowerCase() as SwapId)
        .optional(),
      /** Why it is replaced. The audit log keeps it. */
      reason: personNote('say why').optional(),
    },
    'is not a JSON object',
  )
  .refine((job) => job.reason === undefined || job.replaces !== undefined, {
    message: 'is only for a job that replaces a swap',
    path: ['reason'],
  })
  .refine((job) => (job.minOut === undefined) !== (job.slippageBps === undefined), {
    message: 'or slippageBps is needed: give exactly one of the two',
    path: ['minOut'],
    // Runs even if other members are wrong: all faults are reported at once.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

export type JobRequest = z.infer<typeof jobRequestSchema>;

/** A submission in good form, or its faults of form with the members that have none. */
type ReadJobRequest =
  | { ok: true; request: JobRequest }
  | { ok: false; faults: readonly Fault[]; members: Partial<JobRequest> };

/** Checks the form of a submission. */
export function readJobRequest(body: unknown): ReadJobRequest {
  const parsed = jobRequestSchema.safeParse(body, { reportInput: true });
  if (parsed.success) return { ok: true, request: parsed.data };
  const faults = distinctFaults(parsed.error.issues.flatMap(faultsOf));
  return { ok: false, faults, members: wellFormedMembers(body) };
}

const onlyTheTreasury =
  'is set by the treasury alone, whose rules bear their budgets: leave it out';

function wellFormedMembers(body: unknown): Partial<JobRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const given = new Map(Object.entries(body));
  return Object.fromEntries(
    Object.entries(jobRequestSchema.shape).flatMap(([name, schema]) => {
      const parsed = schema.safeParse(given.get(name));
      return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
    }),
  );
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: jsonPointer([...issue.path, key]),
      message:
        key === 'rule' && issue.path.length === 0 ? onlyTheTreasury : 'is not a member of a job',
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
