import { hasFailed } from '../../../core/settlement/witnessed.ts';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { hostnameOf } from '../../../core/text/hostname.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { AttemptToProve, LeaseProof } from '../../../ports/lease-proof.ts';
import type { Endpoint } from './endpoint.ts';
import { askOne, type Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';
import {
  type Absence,
  type Finding,
  judgeWitnesses,
  type Landed,
  type Testimony,
} from './judge-witnesses.ts';

/** How a family looks for what became of a lease. */
interface LeaseSearch<Known extends Endpoint, Final extends BlockReference, Shown extends Absence> {
  attempts: readonly AttemptToProve[];
  /** The newest block that the endpoint calls final. */
  readFinal(endpoint: Known): Promise<Final>;
  /**
   * The hash that the endpoint's chain has in the place of a block; nothing where it has none yet.
   */
  hashAt(endpoint: Known, anchor: Final): Promise<string | undefined>;
  /**
   * What the endpoint shows at a block of its chain. @param own its own final block, which is that
   * one or a later one
   */
  findAt(endpoint: Known, anchor: Final, own: Final): Promise<Finding<Shown>>;
  /** What the absence at the only host that is configured is worth. */
  proveAlone(endpoint: Known, shown: Shown): LeaseProof | Promise<LeaseProof>;
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * One endpoint is enough to see that a lease is not over, or that its payment succeeded: nothing
 * new is signed because of that. Everything else lets Ferryman pay again, and so takes all hosts,
 * at the highest block that is final on each that answers. Endpoints with one hostname are one
 * host. Where there is no second one, a landing is believed at its depth and an absence after a
 * margin.
 */
export async function proveAcrossHosts<
  Known extends Endpoint,
  Final extends BlockReference,
  Shown extends Absence,
>(endpoints: Endpoints<Known>, search: LeaseSearch<Known, Final, Shown>): Promise<LeaseProof> {
  const { attempts, readFinal, findAt, proveAlone } = search;
  const first = await endpoints.first(async (endpoint) => {
    const own = await readFinal(endpoint);
    return { endpoint, own, finding: await findAt(endpoint, own, own) };
  });
  const { endpoint, finding } = first;
  if (finding.kind === 'open' || finding.kind === 'behind') return undecided;
  const takesTwo = (landed: Landed): boolean =>
    hasFailed(landed) ||
    attempts.some(({ txId, freesMoney }) => freesMoney === true && txId === landed.txId);
  if (finding.kind === 'landed' && !takesTwo(finding)) return finding;

  const others = otherHosts(endpoints, endpoint);
  if (others.length === 0) {
    if (finding.kind === 'absent') return proveAlone(endpoint, finding);
    return finding.kind === 'landed' ? finding : undecided;
  }
  const { anchor, testimonies } = await hearAll(search, first, others);
  return judgeWitnesses(anchor, testimonies, takesTwo);
}

function otherHosts<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  { host }: Known,
): Known[][] {
  const hosts = hostsOf(endpoints);
  hosts.delete(hostnameOf(host));
  return [...hosts.values()];
}

interface Witness<Known extends Endpoint, Final extends BlockReference> {
  endpoint: Known;
  own: Final;
}

type Silence = Testimony & { said: { kind: 'silent' } };

/** Asks all hosts about one block, which is the highest that each one that answers has as final. */
async function hearAll<Known extends Endpoint, Final extends BlockReference, Shown extends Absence>(
  search: LeaseSearch<Known, Final, Shown>,
  first: Witness<Known, Final> & { finding: Finding<Shown> },
  others: readonly (readonly Known[])[],
): Promise<{ anchor: Final; testimonies: Testimony[] }> {
  const answers = await Promise.all(others.map((host) => findWitness(host, search.readFinal)));
  const witnesses = answers.flatMap((answer) => ('own' in answer ? [answer] : []));
  const anchor = witnesses.reduce(
    (lowest, { own }) => (own.number < lowest.number ? own : lowest),
    first.own,
  );
  const firstAnswer: Promise<Testimony> =
    anchor === first.own
      ? Promise.resolve({ host: first.endpoint.host, said: first.finding })
      : testify(search, first, anchor);
  const testimonies = [
    firstAnswer,
    ...answers.map((answer) => ('own' in answer ? testify(search, answer, anchor) : answer)),
  ];
  return { anchor, testimonies: await Promise.all(testimonies) };
}

/** The first endpoint of a host that tells its final block. */
async function findWitness<Known extends Endpoint, Final extends BlockReference>(
  host: readonly Known[],
  readFinal: (endpoint: Known) => Promise<Final>,
): Promise<Witness<Known, Final> | Silence> {
  let silence: Silence | undefined;
  for (const endpoint of host) {
    const result = await askOne(endpoint, readFinal);
    if (result.ok) return { endpoint, own: result.value };
    silence ??= silentAs(endpoint, result.fault);
  }
  if (!silence) throw new FerrymanError('INTERNAL', 'a host has no endpoint');
  return silence;
}

async function testify<Known extends Endpoint, Final extends BlockReference, Shown extends Absence>(
  { hashAt, findAt }: LeaseSearch<Known, Final, Shown>,
  { endpoint, own }: Witness<Known, Final>,
  anchor: Final,
): Promise<Testimony> {
  const result = await askOne(endpoint, async (asked): Promise<Testimony['said']> => {
    const hash = own.number === anchor.number ? own.hash : await hashAt(asked, anchor);
    if (hash === undefined) return { kind: 'behind' };
    return hash === anchor.hash ? findAt(asked, anchor, own) : { kind: 'other_block' };
  });
  return result.ok ? { host: endpoint.host, said: result.value } : silentAs(endpoint, result.fault);
}

function silentAs({ host }: Endpoint, { code }: FerrymanError): Silence {
  return { host, said: { kind: 'silent', code } };
}
