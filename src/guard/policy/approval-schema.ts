import { z } from 'zod';
import { parseDuration } from '../../core/text/parse-duration.ts';
import { address, note } from './parts-of-schema.ts';
import { usdAmount } from './price-schema.ts';

const name = z.string().regex(/^[\w .@-]{1,64}$/, 'is not a name');
const named = (what: string) =>
  z.string().min(1, 'is empty').max(200, `is too long for ${what}`).exactOptional();
const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'is not a time such as "30m", "24h" or "7d"');
const base64url = z.string().regex(/^[\w-]{16,2000}$/, 'is not base64url');

/** A person whose passkeys approve payments. */
export const approverSchema = z.strictObject({
  name,
  passkeys: z
    .array(z.strictObject({ id: base64url, publicKey: base64url, note }))
    .min(1, 'is empty')
    .max(20, 'has more than 20 passkeys'),
  apiKey: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'is not the id of an API key')
    .exactOptional(),
  note,
});

/** One row of the table of approvals (G15). */
export const approvalRowSchema = z.strictObject({
  when: z.strictObject({
    aboveUsd: usdAmount.exactOptional(),
    wallet: named('a wallet'),
    chain: named('a chain'),
    token: address.exactOptional(),
    provider: named('a provider'),
    rule: named('a rule'),
    newReceiver: z.literal(true, 'is not true').exactOptional(),
  }),
  then: z.union(
    [
      z.enum(['allow', 'block']),
      z.strictObject({
        approvals: z.int('is not a whole number').min(1, 'is less than 1').max(100),
        of: z.array(name).min(1, 'is empty').max(100),
        expiresAfter: duration,
        coolFor: duration.exactOptional(),
      }),
    ],
    'is neither "allow" nor "block" nor {"approvals": …, "of": […], "expiresAfter": …}',
  ),
  note,
});

export type ApproverFile = z.infer<typeof approverSchema>;
export type ApprovalRowFile = z.infer<typeof approvalRowSchema>;
