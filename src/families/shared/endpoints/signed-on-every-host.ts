import type { SignedHistory } from '../../../ports/signed-history.ts';
import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

/**
 * The transactions that an account signed. An empty answer lets Ferryman pay, so every host is
 * asked and the results are merged. Throws the fault of a host that does not answer.
 */
export async function signedOnEveryHost<Known extends Endpoint>(
  endpoints: Pick<Endpoints<Known>, 'inOrder'>,
  read: (endpoint: Known) => Promise<SignedHistory>,
): Promise<SignedHistory> {
  const hosts = [...hostsOf(endpoints).values()];
  return joinHistories(await Promise.all(hosts.map((host) => askEach(host, read))));
}

function joinHistories(histories: readonly SignedHistory[]): SignedHistory {
  const waits = histories.flatMap((history) =>
    history.kind === 'open' ? [history.retryAfter] : [],
  );
  if (waits.length > 0) return { kind: 'open', retryAfter: Math.max(...waits) };
  const txIds = histories.flatMap((history) => (history.kind === 'open' ? [] : history.txIds));
  const isCut = histories.some(({ kind }) => kind === 'cut');
  return { kind: isCut ? 'cut' : 'whole', txIds: [...new Set(txIds)] };
}
