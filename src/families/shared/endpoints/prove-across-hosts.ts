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

/** How a family finds the outcome of a lease. */
interface LeaseSearch<Known extends Endpoint, Final extends BlockReference, Shown extends Absence> {
  attempts: readonly AttemptToProve[];
  /** The endpoint's newest final block. */
  readFinal(endpoint: Known): Promise<Final>;
  /** The hash of the endpoint's block at the anchor's height. `undefined` if it has none yet. */
  hashAt(endpoint: Known, anchor: Final): Promise<string | undefined>;
  /**
   * What the endpoint shows at `anchor`.
   * @param ownFinal the endpoint's own final block: the anchor or a later one
   */
  findAt(endpoint: Known, anchor: Final, ownFinal: Final): Promise<Finding<Shown>>;
  /** Judges an absence if only one host is configured. */
  proveAlone(endpoint: Known, shown: Shown): LeaseProof | Promise<LeaseProof>;
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * One endpoint is enough to show that a lease is open or that its payment succeeded: nothing new is
 * signed because of that. Everything else lets Ferryman pay again, so all hosts are asked, at the
 * highest block that is final on each host that answers. Endpoints with the same hostname are one
 * host. With a single host, a landing counts at its final depth and an absence after a margin.
 */
export async function proveAcrossHosts<
  Known extends Endpoint,
  Final extends BlockReference,
  Shown extends Absence,
>(endpoints: Endpoints<Known>, search: LeaseSearch<Known, Final, Shown>): Promise<LeaseProof> {
  const { attempts, readFinal, findAt, proveAlone } = search;
  const first = await endpoints.first(async (endpoint) => {
    const ownFinal = await readFinal(endpoint);
    return { endpoint, ownFinal, finding: await findAt(endpoint, ownFinal, ownFinal) };
  });
  const { endpoint, finding } = first;
  if (finding.kind === 'open' || finding.kind === 'behind') return undecided;
  const needsTwo = (landed: Landed): boolean =>
    hasFailed(landed) ||
    attempts.some(({ txId, freesMoney }) => freesMoney === true && txId === landed.txId);
  if (finding.kind === 'landed' && !needsTwo(finding)) return finding;

  const others = otherHosts(endpoints, endpoint);
  if (others.length === 0) {
    if (finding.kind === 'absent') return proveAlone(endpoint, finding);
    return finding.kind === 'landed' ? finding : undecided;
  }
  const { anchor, testimonies } = await collectTestimonies(search, first, others);
  return judgeWitnesses(anchor, testimonies, needsTwo);
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
  ownFinal: Final;
}

type Silence = Testimony & { statement: { kind: 'silent' } };

/** Asks all hosts about one block: the highest that is final on each host that answers. */
async function collectTestimonies<
  Known extends Endpoint,
  Final extends BlockReference,
  Shown extends Absence,
>(
  search: LeaseSearch<Known, Final, Shown>,
  first: Witness<Known, Final> & { finding: Finding<Shown> },
  others: readonly (readonly Known[])[],
): Promise<{ anchor: Final; testimonies: Testimony[] }> {
  const answers = await Promise.all(others.map((host) => findWitness(host, search.readFinal)));
  const witnesses = answers.flatMap((answer) => ('ownFinal' in answer ? [answer] : []));
  const anchor = witnesses.reduce(
    (lowest, { ownFinal }) => (ownFinal.number < lowest.number ? ownFinal : lowest),
    first.ownFinal,
  );
  const firstAnswer: Promise<Testimony> =
    anchor === first.ownFinal
      ? Promise.resolve({ host: first.endpoint.host, statement: first.finding })
      : testify(search, first, anchor);
  const testimonies = [
    firstAnswer,
    ...answers.map((answer) => ('ownFinal' in answer ? testify(search, answer, anchor) : answer)),
  ];
  return { anchor, testimonies: await Promise.all(testimonies) };
}

/** The first endpoint of a host that returns its final block. */
async function findWitness<Known extends Endpoint, Final extends BlockReference>(
  host: readonly Known[],
  readFinal: (endpoint: Known) => Promise<Final>,
): Promise<Witness<Known, Final> | Silence> {
  let silence: Silence | undefined;
  for (const endpoint of host) {
    const result = await askOne(endpoint, readFinal);
    if (result.ok) return { endpoint, ownFinal: result.value };
    silence ??= silenceOf(endpoint, result.fault);
  }
  if (!silence) throw new FerrymanError('INTERNAL', 'a host has no endpoint');
  return silence;
}

async function testify<Known extends Endpoint, Final extends BlockReference, Shown extends Absence>(
  { hashAt, findAt }: LeaseSearch<Known, Final, Shown>,
  { endpoint, ownFinal }: Witness<Known, Final>,
  anchor: Final,
): Promise<Testimony> {
  const result = await askOne(endpoint, async (asked): Promise<Testimony['statement']> => {
    const hash = ownFinal.number === anchor.number ? ownFinal.hash : await hashAt(asked, anchor);
    if (hash === undefined) return { kind: 'behind' };
    return hash === anchor.hash ? findAt(asked, anchor, ownFinal) : { kind: 'other_block' };
  });
  return result.ok
    ? { host: endpoint.host, statement: result.value }
    : silenceOf(endpoint, result.fault);
}

function silenceOf({ host }: Endpoint, { code }: FerrymanError): Silence {
  return { host, statement: { kind: 'silent', code } };
}
