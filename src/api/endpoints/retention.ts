import { requireUnlimited } from '../../executor/authorize.ts';
import { chooseRetention } from '../../executor/retention/retention.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { retentionReport, retentionRequest } from '../schemas/retention.ts';

/** Retention at once, beside what the settings say is done each hour. */
export function retentionEndpoints({
  retention,
  runRetention,
}: Pick<ApiDependencies, 'retention' | 'runRetention'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'runRetention',
      method: 'post',
      path: '/v1/retention/run',
      group: 'operations',
      scope: 'admin',
      summary: 'Archive old answers of the routing service, and remove old deliveries',
      description:
        'Archives go into the folder that the service is configured with. The answer comes when all of it is done; a client that leaves earlier stops nothing.',
      body: retentionRequest,
      bodyName: 'retention',
      answers: { 200: { description: 'What has left the journal.', schema: retentionReport } },
      problems: ['ARCHIVE_FAILED'],
      async handle({ body, key, record }) {
        requireUnlimited(key);
        const chosen = chooseRetention(body, retention);
        await record({ subject: 'journal', data: { ...chosen } });
        return { status: 200, body: await runRetention(chosen) };
      },
    }),
  ];
}
