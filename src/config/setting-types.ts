import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { families, formatsOf } from '../core/swap/chains.ts';

/* The types of settings: numbers, texts and addresses, in JSON and in variables. */

/** The reference's entry of a setting. */
export interface SettingMeta {
  description?: string;
  /** Such as `integer, 1 to 10`. */
  type?: string;
  unit?: string;
  /** The effect of leaving the setting out, if the schema has no default. */
  absent?: string;
}

/** Types the members of `meta`, which zod leaves open. */
export const doc = (meta: SettingMeta): SettingMeta & Record<string, unknown> => ({ ...meta });

/** A JSON number, or digits from a variable. */
export const integer = (least: number, most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      'is not a whole number',
    )
    .pipe(
      z.int('is not a whole number').min(least, `is below ${least}`).max(most, `is above ${most}`),
    )
    .meta(doc({ type: rangeOf(least, most) }));

const rangeOf = (least: number, most: number): string =>
  most === Number.MAX_SAFE_INTEGER ? `integer, at least ${least}` : `integer, ${least} to ${most}`;

/** Aborts at the first fault, to report one fault per value. */
export const text = z
  .string('is not a text')
  .min(1, { error: 'is empty', abort: true })
  .meta(doc({ type: 'text' }));

const isUrlOf = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const notSuchUrl = { error: 'is not a URL of this type', abort: true } as const;

export const urlOf = (...protocols: string[]) =>
  text
    .refine((value) => isUrlOf(value, protocols), notSuchUrl)
    .meta(doc({ type: `URL (${protocols.map((protocol) => `\`${protocol}\``).join(', ')})` }));

const webProtocols = ['http:', 'https:'];

/** TLS, or a host on this machine or a private network. */
const isPrivate = (value: string): boolean =>
  ['https:', 'wss:'].includes(new URL(value).protocol) || isNearby(new URL(value).hostname);

export const webUrl = urlOf(...webProtocols).refine(isPrivate, 'goes over the network without TLS');

const endpointKinds = families.flatMap((family) => Object.keys(formatsOf(family).endpointKinds));
const kindOf = (value: string): string =>
  endpointKinds.find((kind) => value.startsWith(kind)) ?? '';
const withoutKind = (value: string): string => value.slice(kindOf(value).length);

/** An endpoint of a chain; a prefix gives its kind if the family has several. */
export const nodeUrl = text
  .refine((value) => isUrlOf(withoutKind(value), webProtocols), notSuchUrl)
  .refine((value) => isPrivate(withoutKind(value)), 'goes over the network without TLS')
  .refine(
    (value) => kindOf(value) === '' || hasReadableUser(withoutKind(value)),
    'has a % that is not percent-encoding',
  )
  .meta(
    doc({
      type: `URL (${[...webProtocols, ...endpointKinds].map((kind) => `\`${kind}\``).join(', ')})`,
    }),
  );

/** The WebSocket of a node that announces new blocks. */
export const socketUrl = urlOf('ws:', 'wss:').refine(
  isPrivate,
  'goes over the network without TLS',
);

function hasReadableUser(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loopback, private IPv4, or a name without a dot: no public name lacks one. `isIPv4` excludes
 * names that begin like a private address.
 */
function isNearby(host: string): boolean {
  const isPrivateAddress =
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) && isIPv4(host);
  return isPrivateAddress || host === '[::1]' || !/[.:]/.test(host);
}
