import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

/**
 * Law 11 for the facts of a token: its decimals decide what amounts are worth, and its symbol what
 * a memo means. They do not change, so hosts are compared without a block. Where one host is
 * configured, it decides alone. Where several are, two must give the same facts, and none others.
 * @throws `UNKNOWN_TOKEN` if no host has the token and one says so, `WITNESS_MISSING` if only one
 *   has it, `WITNESSES_DISAGREE` if their facts differ; the first host's fault if none answers
 */
export async function tokenAcrossHosts<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  read: (endpoint: Known) => Promise<TokenFacts>,
): Promise<TokenFacts> {
  const hosts = [...hostsOf(endpoints).values()];
  if (hosts.length === 1) return endpoints.hedged(read);
  const none = () => new FerrymanError('INTERNAL', 'a host has no endpoint');
  const readFrom = async (endpoint: Known) => ({
    host: endpoint.host,
    facts: await read(endpoint),
  });
  const results = await Promise.allSettled(hosts.map((host) => askEach(host, readFrom, none)));
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const faults: unknown[] = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  const [first, ...others] = answers;
  if (first === undefined) throw faults.find(isUnknown) ?? faults[0];
  const against = others.find(({ facts }) => textOf(facts) !== textOf(first.facts));
  const of = `the token ${first.facts.address}`;
  if (against !== undefined)
    throw new FerrymanError(
      'WITNESSES_DISAGREE',
      `${first.host} shows ${textOf(first.facts)} of ${of}, ${against.host} shows ${textOf(against.facts)}`,
    );
  if (others.length === 0)
    throw new FerrymanError(
      'WITNESS_MISSING',
      `only ${first.host} shows ${textOf(first.facts)} of ${of}`,
    );
  return first.facts;
}

function isUnknown(fault: unknown): boolean {
  return fault instanceof FerrymanError && fault.code === 'UNKNOWN_TOKEN';
}

function textOf({ decimals, symbol }: TokenFacts): string {
  return `${decimals} decimals and the symbol ${symbol}`;
}
