import { z } from 'zod';
import { address, bps, note } from './parts-of-schema.ts';

const seconds = z
  .int('is not a whole number')
  .min(1, 'is less than 1')
  .max(86_400 * 7);
const chainName = z.string().regex(/^[A-Z][A-Z0-9_]{1,40}$/, 'is not a name of a chain');
const usd = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,18})?$/, 'is not a decimal number in quotes, such as "2500.5"');
const pointer = z
  .string()
  .regex(/^(\/([^~/]|~[01])*)+$/, 'is not a JSON pointer, such as /data/0/price');

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('static'),
    usd: usd.refine((text) => /[1-9]/.test(text), 'is zero'),
  }),
  z.strictObject({
    kind: z.literal('file'),
    path: z.string().min(1).max(1_000),
    key: z.string().min(1).max(200).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('chainlink'),
    chain: chainName,
    feed: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is not an EVM address'),
    heartbeatSeconds: seconds,
  }),
  z.strictObject({
    kind: z.literal('json'),
    url: z
      .string()
      .max(1_000)
      .refine(isGuardedUrl, 'is neither https nor a local address, or has a password'),
    pointer,
    timePointer: pointer.exactOptional(),
    headers: z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(1_000)).default({}),
  }),
]);

const token = { chain: chainName, token: address, note };

export const pricesSchema = z.strictObject({
  maxAgeSeconds: seconds.default(60),
  disagreementBps: bps.default(200),
  majorToleranceBps: bps.default(100),
  otherToleranceBps: bps.default(300),
  feeToleranceUsd: usd.default('1'),
  tokens: z
    .array(
      z.strictObject({
        ...token,
        class: z.enum(['major', 'other'], 'is neither "major" nor "other"').default('other'),
        sources: z.array(source).min(1, 'is empty').max(5, 'has more than five sources'),
      }),
    )
    .default([]),
  unpriced: z.union([z.literal('any'), z.array(z.strictObject(token))]).default([]),
});

/** The decimal of a bound in US dollars. */
export const usdAmount = usd;

/** A price that others can change on its way is no price. */
function isGuardedUrl(text: string): boolean {
  const filled = text.replaceAll(/\{(chain|token|symbol)\}/g, 'x');
  if (!URL.canParse(filled)) return false;
  const url = new URL(filled);
  if (url.username !== '' || url.password !== '') return false;
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}
