import { z } from 'zod';
import { capSubjects, capWindows } from '../../core/caps/cap.ts';
import { address, note } from './parts-of-schema.ts';

const decimal = z
  .string()
  .regex(/^(0|[1-9]\d{0,30})(\.\d{1,30})?$/, 'is not a decimal number in quotes, such as "2500.5"');
const name = (what: string) => z.string().min(1, 'is empty').max(200, `is too long for ${what}`);

/** One bound on payments (G09). Exactly one of `usd`, `amount` and `count`. */
export const capSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[\w -]{1,64}$/, 'is not a name')
      .exactOptional(),
    window: z.enum(capWindows, `is none of ${capWindows.join(', ')}`),
    usd: decimal.exactOptional(),
    amount: decimal.exactOptional(),
    count: z.int('is not a whole number').min(0, 'is negative').max(1_000_000_000).exactOptional(),
    wallet: name('a wallet').exactOptional(),
    chain: name('a chain').exactOptional(),
    token: address.exactOptional(),
    provider: name('a provider').exactOptional(),
    rule: name('a rule').exactOptional(),
    each: z.enum(capSubjects, `is none of ${capSubjects.join(', ')}`).exactOptional(),
    note,
  })
  .superRefine((cap, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const units = [cap.usd, cap.amount, cap.count].filter((unit) => unit !== undefined);
    if (units.length !== 1) fault('usd', 'give one of usd, amount and count');
    if (cap.amount !== undefined && cap.token === undefined)
      fault('token', 'is missing: amount counts units of one token');
    if (cap.token !== undefined && cap.chain === undefined)
      fault('chain', 'is missing: a token is one of a chain');
    if (cap.count !== undefined && cap.window === 'transaction')
      fault('window', 'cannot be transaction: a payment is one payment');
    if (cap.each !== undefined && cap.each !== 'receiver' && cap[cap.each] !== undefined)
      fault('each', `is of no use beside one ${cap.each}`);
  });

export type CapFile = z.infer<typeof capSchema>;
