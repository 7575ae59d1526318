import { z } from 'zod';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { named } from '../schemas/common.ts';

const serviceAnswer = named(
  'ServiceAnswer',
  z.object({
    version: z.string().optional().describe('Of Ferryman. Absent: a program embeds it.'),
    configuration: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'What this process runs with, as `ferryman config check` prints it: secrets are masked, and URLs cut to their host.',
      ),
  }),
);

/** Which Ferryman this is. */
export function serviceEndpoints({ about }: Pick<ApiDependencies, 'about'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'readService',
      method: 'get',
      path: '/v1/service',
      group: 'keys',
      scope: 'admin',
      summary: 'Read the version and the configuration of the service, without secrets',
      answers: { 200: { description: 'The process that answers.', schema: serviceAnswer } },
      handle: () => Promise.resolve({ status: 200 as const, body: { ...about } }),
    }),
  ];
}
