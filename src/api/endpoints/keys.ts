import { z } from 'zod';
import { createApiKey, newKeyId } from '../../executor/api-keys/create-api-key.ts';
import { maskFault } from '../../executor/api-keys/mask-fault.ts';
import {
  apiKeyOf,
  requireRotatable,
  rotateApiKey,
} from '../../executor/api-keys/rotate-api-key.ts';
import { requireUnlimited } from '../../executor/authorize.ts';
import { requireKnownLimits } from '../../executor/name-faults.ts';
import { type ApiKeyRecord, apiMasks, apiScopes } from '../../ports/stores/api-key-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { pageOf } from '../page-of.ts';
import { limit, named, plainText, timeInput } from '../schemas/common.ts';
import { apiKeyAnswer, apiKeyList, newApiKey } from '../schemas/operations.ts';

const keyId = /^key_[0-9a-f]{12}$/;

const params = z.object({
  id: z.string().regex(keyId, 'this is no id of an API key').describe('The id of an API key.'),
});

const names = (what: string, longest: number) =>
  z
    .array(plainText(longest), 'is not a list of texts')
    .min(1, 'is empty')
    .max(64, 'has more than 64 members')
    .optional()
    .describe(`${what} that the key may use. Default: all.`);

/** Of years that every clock and database can store. */
const [earliestExpiry, latestExpiry] = [Date.UTC(2020, 0, 1), Date.UTC(2101, 0, 1)];

const keyRequest = named(
  'ApiKeyRequest',
  z
    .strictObject(
      {
        name: plainText(100).optional(),
        scopes: z
          .array(z.enum(apiScopes, `is not one of ${apiScopes.join(', ')}`), 'is not a list')
          .min(1, 'is empty'),
        wallets: names('Names of wallets', 66),
        chains: names('Chains', 64),
        masks: z
          .array(z.enum(apiMasks, `is not one of ${apiMasks.join(', ')}`), 'is not a list')
          .min(1, 'is empty')
          .max(apiMasks.length, 'has a member twice')
          .optional()
          .describe('What its answers do not show. Only for keys whose one scope is `view`.'),
        requestsPerMinute: z
          .int('is not a whole number')
          .min(1, 'is below 1')
          .max(100_000, 'is above 100,000')
          .optional(),
        expiresAt: timeInput
          .refine((text) => Date.parse(text) < latestExpiry, 'is after 2100')
          .refine((text) => Date.parse(text) > earliestExpiry, 'is before 2020')
          .optional(),
      },
      'is not a JSON object',
    )
    .superRefine(({ scopes, masks }, context) => {
      const message = maskFault(scopes, masks);
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['masks'], message });
    }),
);

/** The longest that a rotated key lives beside the new one. */
const longestOverlap = 30 * 24 * 3_600;

const rotation = named(
  'Rotation',
  z.strictObject(
    {
      overlapSeconds: z
        .int('is not a whole number of seconds')
        .min(0, 'is below 0')
        .max(longestOverlap, 'is above 30 days')
        .default(0)
        .describe('For how long the old key stays good beside the new one.'),
    },
    'is not a JSON object',
  ),
);

/** A key for a mistyped name would be refused at its first use. */
const unknownNames = 'the API key has a name that does not exist';

/** Making, rotating and revoking API keys. */
export function keyEndpoints(
  dependencies: Pick<ApiDependencies, 'journal' | 'sealer' | 'clock' | 'chains'>,
): Endpoint[] {
  const { journal, clock } = dependencies;
  return [
    defineEndpoint({
      id: 'listKeys',
      method: 'get',
      path: '/v1/keys',
      group: 'keys',
      scope: 'admin',
      summary: 'List API keys, also revoked ones, newest first',
      query: z.strictObject({
        limit,
        cursor: z
          .string()
          .regex(keyId, 'is none that a list gave')
          .optional()
          .describe('`nextCursor` of the page before.'),
      }),
      answers: {
        200: { description: 'A page of keys, without their secrets.', schema: apiKeyList },
      },
      async handle({ query: { limit: size, cursor } }) {
        const found = await journal.listApiKeys({
          limit: size + 1,
          ...(cursor === undefined ? {} : { before: cursor }),
        });
        const { page, next } = pageOf(found, size, ({ id }) => id);
        return { status: 200, body: { keys: page.map(keyJson), ...next } };
      },
    }),
    defineEndpoint({
      id: 'createKey',
      method: 'post',
      path: '/v1/keys',
      group: 'keys',
      scope: 'admin',
      summary: 'Make an API key',
      description:
        'Limits of wallets and chains bind what it submits and changes, not what it reads. Masks bind what it reads.',
      body: keyRequest,
      bodyName: 'API key',
      answers: { 201: { description: 'The key, with its secret.', schema: newApiKey } },
      async handle({ body, key, record }) {
        requireUnlimited(key);
        const { scopes, expiresAt, name, wallets, chains, masks, requestsPerMinute } = body;
        await requireKnownLimits(dependencies, body, unknownNames);
        const id = newKeyId();
        await record({ subject: `key ${id}`, data: body });
        const made = await createApiKey(dependencies, scopes, {
          id,
          createdBy: `API key ${key.id}`,
          ...(name === undefined ? {} : { name }),
          ...(wallets === undefined ? {} : { wallets }),
          ...(chains === undefined ? {} : { chains }),
          ...(masks === undefined ? {} : { masks }),
          ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
          ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
        });
        return {
          status: 201,
          body: { key: keyJson(await apiKeyOf(journal, made.id)), secret: made.key },
        };
      },
    }),
    defineEndpoint({
      id: 'rotateKey',
      method: 'post',
      path: '/v1/keys/{id}/rotate',
      group: 'keys',
      scope: 'admin',
      summary: 'Replace an API key by a new one with the same rights',
      params,
      body: rotation,
      bodyName: 'rotation',
      answers: { 201: { description: 'The new key, with its secret.', schema: newApiKey } },
      async handle({ params: { id }, body: { overlapSeconds }, key, record }) {
        requireUnlimited(key);
        const old = await apiKeyOf(journal, id);
        await requireRotatable(dependencies, old);
        const replacement = newKeyId();
        await record({ subject: `key ${id}`, data: { overlapSeconds, replacement } });
        const made = await rotateApiKey(dependencies, old, {
          id: replacement,
          createdBy: `API key ${key.id}`,
          overlap: overlapSeconds * 1_000,
        });
        return {
          status: 201,
          body: { key: keyJson(await apiKeyOf(journal, made.id)), secret: made.key },
        };
      },
    }),
    defineEndpoint({
      id: 'revokeKey',
      method: 'post',
      path: '/v1/keys/{id}/revoke',
      group: 'keys',
      scope: 'admin',
      summary: 'Revoke an API key',
      isSafeToRepeat: true,
      params,
      answers: { 200: { description: 'The revoked key.', schema: apiKeyAnswer } },
      async handle({ params: { id }, key, record }) {
        requireUnlimited(key);
        await apiKeyOf(journal, id);
        await record({ subject: `key ${id}` });
        await journal.revokeApiKey(id, clock.now());
        return { status: 200, body: { key: keyJson(await apiKeyOf(journal, id)) } };
      },
    }),
  ];
}

/** Without what a key is known by, and whose replacement it is. */
export function keyJson(record: ApiKeyRecord) {
  const {
    hash: _hash,
    sealedIntakeKey: _sealed,
    seal: _seal,
    principal: _principal,
    createdAt,
    expiresAt,
    revokedAt,
    ...rest
  } = record;
  return {
    ...rest,
    createdAt: iso(createdAt),
    ...(expiresAt === undefined ? {} : { expiresAt: iso(expiresAt) }),
    ...(revokedAt === undefined ? {} : { revokedAt: iso(revokedAt) }),
  };
}
