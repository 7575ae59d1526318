import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SignedHistory } from '../../../ports/signed-history.ts';
import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

/**
 * That an account has signed nothing else is an absence, which lets Ferryman pay: each host has to
 * say so, and what any of them shows counts. Throws the fault of a host that does not answer.
 */
export async function signedOnEveryHost<Known extends Endpoint>(
  endpoints: Pick<Endpoints<Known>, 'inOrder'>,
  look: (endpoint: Known) => Promise<SignedHistory>,
): Promise<SignedHistory> {
  const none = () => new FerrymanError('INTERNAL', 'a host has no endpoint');
  const hosts = [...hostsOf(endpoints).values()];
  return joinHistories(await Promise.all(hosts.map((host) => askEach(host, look, none))));
}

function joinHistories(told: readonly SignedHistory[]): SignedHistory {
  const waits = told.flatMap((history) => (history.kind === 'open' ? [history.retryAfter] : []));
  if (waits.length > 0) return { kind: 'open', retryAfter: Math.max(...waits) };
  const txIds = told.flatMap((history) => (history.kind === 'open' ? [] : history.txIds));
  const isCut = told.some(({ kind }) => kind === 'cut');
  return { kind: isCut ? 'cut' : 'whole', txIds: [...new Set(txIds)] };
}
