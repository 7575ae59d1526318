import { lowerOf } from '../../../core/amounts/lower-of.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

interface Anchor {
  number: bigint;
  hash: string;
}

/** How hosts read something of one block. */
interface AnchoredRead<Known extends Endpoint, Block extends Anchor, Answer> {
  readNewest(endpoint: Known): Promise<Block>;
  /** `null`: the endpoint does not have the block. */
  find(endpoint: Known, number: bigint): Promise<Block | null>;
  /** On the newest block if `anchor` is absent. */
  read(endpoint: Known, anchor?: Block): Promise<Answer>;
  /** Equal texts: equal answers. */
  textOf(answer: Answer): string;
}

/**
 * Law 11 for what a payment is decided on beside its simulation. Where one host is configured, it
 * decides alone. Where several are, two must give the same answer at the newest block that all
 * have that answer, and none another one. Endpoints with the same hostname are one host.
 * @throws `WITNESS_MISSING` if only one host answers, `WITNESSES_DISAGREE` if answers or blocks
 *   differ; the first host's fault if none answers
 */
export async function readAcrossHosts<Known extends Endpoint, Block extends Anchor, Answer>(
  endpoints: Endpoints<Known>,
  { readNewest, find, read, textOf }: AnchoredRead<Known, Block, Answer>,
): Promise<Answer> {
  const hosts = [...hostsOf(endpoints).values()];
  if (hosts.length === 1) return endpoints.first((endpoint) => read(endpoint));
  const heads = await answersOf(hosts, async (endpoint) => ({
    endpoint,
    newest: await readNewest(endpoint),
  }));
  const lowest = heads.map(({ newest: { number } }) => number).reduce(lowerOf);
  const answers = await answersOf(
    heads.map(({ endpoint }) => [endpoint]),
    async (endpoint) => {
      const head = heads.find((one) => one.endpoint === endpoint)?.newest;
      const own = head?.number === lowest ? head : await find(endpoint, lowest);
      if (!own)
        throw new FerrymanError('RPC_BEHIND', `${endpoint.host} does not have block ${lowest}`);
      return { host: endpoint.host, hash: own.hash, answer: await read(endpoint, own) };
    },
  );
  const [first, ...others] = answers;
  if (first === undefined) throw new FerrymanError('INTERNAL', 'no host was asked');
  const shows = ({ hash, answer }: typeof first): string => `${textOf(answer)} in block ${hash}`;
  const against = others.find((one) => shows(one) !== shows(first));
  if (against !== undefined)
    throw new FerrymanError(
      'WITNESSES_DISAGREE',
      `${first.host} shows ${shows(first)}, ${against.host} shows ${shows(against)}`,
    );
  if (others.length === 0)
    throw new FerrymanError('WITNESS_MISSING', `only ${first.host} answers at block ${lowest}`);
  return first.answer;
}

/** Of the hosts that answer, in their order. Throws the first fault if none does. */
async function answersOf<Known extends Endpoint, Answer>(
  hosts: readonly (readonly Known[])[],
  ask: (endpoint: Known) => Promise<Answer>,
): Promise<Answer[]> {
  const results = await Promise.allSettled(hosts.map((host) => askEach(host, ask)));
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = results.find((one) => one.status === 'rejected');
  if (answers.length === 0 && failed) throw failed.reason;
  return answers;
}
