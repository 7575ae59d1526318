import { z } from 'zod';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { named, time } from '../schemas/common.ts';
import { apiKeyAnswer } from '../schemas/operations.ts';
import type { RequestSession } from '../session.ts';
import { keyJson } from './keys.ts';

const session = named(
  'SessionAnswer',
  apiKeyAnswer.extend({
    session: z
      .object({
        csrfToken: z.string().describe('To be sent as `x-ferryman-csrf` with every act.'),
        expiresAt: time,
      })
      .optional()
      .describe('Absent: the request came with an API key.'),
  }),
);

/** How many requests a session counts as: each writes to the journal for good. */
const sessionCost = 10;

/** Sessions of browsers, and who one is. */
export function sessionEndpoints(): Endpoint[] {
  return [
    defineEndpoint({
      id: 'createSession',
      method: 'post',
      path: '/v1/session',
      group: 'keys',
      scope: 'view',
      summary: 'Exchange an API key for a session of a browser',
      description: `The answer sets the cookie \`__Host-ferryman\`, which no script can read. It stands for the key for 12 hours, as long as the key is good. A key has at most 20 sessions: another one ends its oldest. Acts of a session need the headers \`Origin\` and \`x-ferryman-csrf\`. Counts as ${sessionCost} requests.`,
      isSafeToRepeat: true,
      cost: () => sessionCost,
      answers: { 200: { description: 'The key and its session.', schema: session } },
      async handle({ key, session: { current, begin }, record }) {
        if (current)
          throw new FerrymanError('INVALID_REQUEST', 'a session is made with an API key');
        await record({ subject: `key ${key.id}` });
        return { status: 200, body: answerOf(key, await begin()) };
      },
    }),
    defineEndpoint({
      id: 'getSession',
      method: 'get',
      path: '/v1/session',
      group: 'keys',
      scope: 'view',
      summary: 'Read who makes the request, and what its key may do',
      answers: { 200: { description: 'The key, and the session if it is one.', schema: session } },
      async handle({ key, session: { current } }) {
        return { status: 200, body: answerOf(key, current) };
      },
    }),
    defineEndpoint({
      id: 'endSession',
      method: 'delete',
      path: '/v1/session',
      group: 'keys',
      scope: 'view',
      summary: 'End the session of a browser',
      isSafeToRepeat: true,
      answers: { 200: { description: 'The key that it stood for.', schema: apiKeyAnswer } },
      async handle({ key, session: { end }, record }) {
        await end((keyId) => record({ subject: `key ${keyId}` }));
        return { status: 200, body: { key: keyJson(key) } };
      },
    }),
  ];
}

function answerOf(key: Parameters<typeof keyJson>[0], current: RequestSession | undefined) {
  return {
    key: keyJson(key),
    ...(current
      ? { session: { csrfToken: current.csrfToken, expiresAt: iso(current.expiresAt) } }
      : {}),
  };
}
