import { onTestFinished } from 'vitest';
import { startAnsweringServer } from '../../support/answering-server.ts';
import type { PlannedFault } from '../faults.ts';
import { createReferee } from '../referee.ts';
import { type NodeLanguage, startChainProxies } from './chain-proxies.ts';

/**
 * Two endpoints before a node that answers as `reply` does, which come to the faults; until the
 * test ends.
 */
export async function startBefore(
  chain: string,
  language: NodeLanguage,
  reply: (body: string, path: string) => string,
  ...planned: PlannedFault[]
) {
  const server = await startAnsweringServer(({ text, path }, response) =>
    response.end(reply(text, path)),
  );
  onTestFinished(server.close);
  const referee = createReferee();
  referee.expect(planned, () => 1);
  const proxies = await startChainProxies(
    { url: server.url, chain, controlUrl: '', deepest: 3 },
    language,
    referee,
  );
  onTestFinished(() => proxies.close());
  return { urls: proxies.urls, referee };
}
