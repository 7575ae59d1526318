import { z } from 'zod';
import { capSubjects, capWindows, windowMs } from '../../core/caps/cap.ts';
import { address, note } from './parts-of-schema.ts';

const decimal = z
  .string()
  .regex(/^(0|[1-9]\d{0,30})(\.\d{1,30})?$/, 'is not a decimal number in quotes, such as "2500.5"');
const name = (what: string) => z.string().min(1, 'is empty').max(200, `is too long for ${what}`);

const windows = z.enum(capWindows, `is none of ${capWindows.join(', ')}`);
const rolling = Object.keys(windowMs) as (keyof typeof windowMs)[];

/** What caps and budgets share. Exactly one of `usd`, `amount` and `count`. */
const bound = z.strictObject({
  name: z
    .string()
    .regex(/^[\w -]{1,64}$/, 'is not a name')
    .exactOptional(),
  usd: decimal.exactOptional(),
  amount: decimal.exactOptional(),
  count: z.int('is not a whole number').min(0, 'is negative').max(1_000_000_000).exactOptional(),
  chain: name('a chain').exactOptional(),
  token: address.exactOptional(),
  note,
});

/** One bound on payments (G09). */
export const capSchema = bound
  .extend({
    window: windows,
    wallet: name('a wallet').exactOptional(),
    provider: name('a provider').exactOptional(),
    rule: name('a rule').exactOptional(),
    each: z.enum(capSubjects, `is none of ${capSubjects.join(', ')}`).exactOptional(),
  })
  .superRefine((cap, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    for (const [member, message] of boundFaults(cap)) fault(member, message);
    if (cap.count !== undefined && cap.window === 'transaction')
      fault('window', 'cannot be transaction: a payment is one payment');
    if (cap.each !== undefined && cap.each !== 'receiver' && cap[cap.each] !== undefined)
      fault('each', `is of no use beside one ${cap.each}`);
  });

/**
 * A budget of a treasury rule: a cap of the rule's payments alone. It has a window that rolls. What a
 * single payment may take, and what may be unsettled, caps of the guard's policy bound.
 */
export const budgetSchema = bound
  .extend({
    window: z.enum(
      rolling,
      `is none of ${rolling.join(', ')}; bound single and unsettled payments by caps of the guard’s policy`,
    ),
  })
  .superRefine((budget, context) => {
    for (const [member, message] of boundFaults(budget))
      context.addIssue({ code: 'custom', path: [member], message });
  });

function boundFaults(cap: z.infer<typeof bound>): [member: string, message: string][] {
  const { usd, amount, count, chain, token } = cap;
  const faults: [member: string, message: string][] = [];
  if ([usd, amount, count].filter((unit) => unit !== undefined).length !== 1)
    faults.push(['usd', 'give one of usd, amount and count']);
  if (amount !== undefined && token === undefined)
    faults.push(['token', 'is missing: amount counts units of one token']);
  if (token !== undefined && chain === undefined)
    faults.push(['chain', 'is missing: a token is one of a chain']);
  return faults;
}

export type CapFile = z.infer<typeof capSchema>;
