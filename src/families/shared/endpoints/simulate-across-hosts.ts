import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges } from '../../../ports/chain-adapter.ts';
import type { Endpoint } from './endpoint.ts';
import { askOne, type Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';
import {
  judgeSimulations,
  type ShownChanges,
  type SimulationTestimony,
} from './judge-simulations.ts';

/** How a family simulates one transaction. */
export interface Simulating<
  Known extends Endpoint,
  Anchor extends { number: bigint; hash: string },
> {
  /** On the endpoint's newest state, or on that of `anchor`. */
  simulate(endpoint: Known, anchor?: Anchor): Promise<SimulatedChanges>;
  /** How hosts find one block. Absent: the chain's nodes simulate on their newest state only. */
  anchors?: {
    readNewest(endpoint: Known): Promise<Anchor>;
    /** `null`: the endpoint does not have the block. */
    find(endpoint: Known, number: bigint): Promise<Anchor | null>;
  };
  /** What hosts must agree on beside the changes. Default: nothing. */
  factsOf?(changes: SimulatedChanges): readonly string[];
  /** See `Judging` of `judgeSimulations`. */
  join?(changes: readonly [SimulatedChanges, ...SimulatedChanges[]]): SimulatedChanges;
}

/** Without a common block, hosts that differ may have simulated on different ones. */
const maxRounds = 3;

/**
 * Law 11 for simulations and code hashes. Where one host is configured, it decides alone, and the
 * changes say so. Where several are, all simulate the transaction: two must show the same changes
 * of one block, and none others. Endpoints with the same hostname are one host. A contradiction is
 * returned with the changes, and the guard rejects it (G12).
 * @throws `WITNESS_MISSING` if only one host shows the changes, `WITNESSES_DISAGREE` if hosts have
 *   different blocks at one height, `SIMULATION_UNSETTLED` if they differ on different blocks
 */
export async function simulateAcrossHosts<
  Known extends Endpoint,
  Anchor extends { number: bigint; hash: string },
>(endpoints: Endpoints<Known>, simulating: Simulating<Known, Anchor>): Promise<SimulatedChanges> {
  const hosts = [...hostsOf(endpoints).values()];
  if (hosts.length === 1) {
    return endpoints.first(async (endpoint) => ({
      ...(await simulating.simulate(endpoint)),
      witnesses: { hosts: [endpoint.host] },
    }));
  }
  const { anchors, join } = simulating;
  const joining = join === undefined ? {} : { join };
  if (anchors !== undefined) {
    const testimonies = await simulateAtOneBlock(hosts, simulating, anchors);
    return judgeSimulations(testimonies, { isAnchored: true, ...joining });
  }
  for (let round = 1; round < maxRounds; round++) {
    const testimonies = await simulateOnNewest(hosts, simulating);
    const shown = testimonies.flatMap((one) => (one.kind === 'shows' ? [one] : []));
    const isSame = shown.every(({ facts }) => facts.join() === shown[0]?.facts.join());
    const fails = testimonies.some(({ kind }) => kind === 'fails');
    if (isSame && !(fails && shown.length > 0)) return judgeSimulations(testimonies, joining);
  }
  return judgeSimulations(await simulateOnNewest(hosts, simulating), joining);
}

function simulateOnNewest<Known extends Endpoint, Anchor extends { number: bigint; hash: string }>(
  hosts: readonly (readonly Known[])[],
  simulating: Simulating<Known, Anchor>,
): Promise<SimulationTestimony[]> {
  return Promise.all(
    hosts.map((host) =>
      testify(host, async (endpoint) =>
        showing(endpoint, await simulating.simulate(endpoint), simulating),
      ),
    ),
  );
}

/** At the newest block that every host has that answers. */
async function simulateAtOneBlock<
  Known extends Endpoint,
  Anchor extends { number: bigint; hash: string },
>(
  hosts: readonly (readonly Known[])[],
  simulating: Simulating<Known, Anchor>,
  { readNewest, find }: NonNullable<Simulating<Known, Anchor>['anchors']>,
): Promise<SimulationTestimony[]> {
  const heads = await Promise.all(
    hosts.map((host) =>
      testify(host, async (endpoint) => ({
        kind: 'head' as const,
        endpoint,
        newest: await readNewest(endpoint),
      })),
    ),
  );
  const known = heads.flatMap((head) => (head.kind === 'head' ? [head] : []));
  const [first, ...more] = known;
  if (first === undefined) return heads.flatMap((head) => (head.kind === 'head' ? [] : [head]));
  const lowest = more.reduce((low, head) => (isLower(head, low) ? head : low), first);
  const anchor = lowest.newest;
  const testimonies = await Promise.all(
    heads.map((head) =>
      head.kind !== 'head'
        ? head
        : testify([head.endpoint], async (endpoint): Promise<SimulationTestimony> => {
            const own =
              head.newest.number === anchor.number
                ? head.newest
                : await find(endpoint, anchor.number);
            if (own?.hash !== anchor.hash)
              return { host: endpoint.host, kind: 'other_block', number: anchor.number };
            return showing(endpoint, await simulating.simulate(endpoint, own), simulating);
          }),
    ),
  );
  // What an earlier transaction of ours did may be in a block that one host does not have yet.
  const isLagging = known.some(({ newest }) => newest.number > anchor.number);
  const failure = testimonies.find((one) => one.kind === 'fails');
  if (isLagging && failure && !testimonies.some(({ kind }) => kind === 'shows')) {
    throw new FerrymanError(
      'WITNESS_MISSING',
      `${lowest.endpoint.host} has no block after ${anchor.number} yet, and there ${failure.error.message}`,
    );
  }
  return testimonies;
}

function isLower<Head extends { newest: { number: bigint } }>(one: Head, other: Head): boolean {
  return one.newest.number < other.newest.number;
}

function showing<Known extends Endpoint, Anchor extends { number: bigint; hash: string }>(
  { host }: Known,
  changes: SimulatedChanges,
  { factsOf }: Simulating<Known, Anchor>,
): ShownChanges {
  const facts = [...changeLines(changes), ...(factsOf?.(changes) ?? [])].sort();
  return { host, kind: 'shows', changes, facts };
}

/** Each change as one line, so that answers can be compared and their differences be shown. */
function changeLines({
  balanceChanges,
  allowanceChanges,
  authorityChanges,
  inspected,
}: SimulatedChanges): string[] {
  return [
    ...balanceChanges.map(({ account, token, delta }) => `${account} gets ${delta} of ${token}`),
    ...allowanceChanges.map(
      ({ token, spender, before, after }) =>
        `${spender} may take ${after} of ${token}, before ${before}`,
    ),
    ...authorityChanges.map(
      ({ account, what, before, after }) => `${what} of ${account} is ${after}, before ${before}`,
    ),
    ...[...inspected].map(
      ([address, { hasCode, isToken, codeHash, implementationHash }]) =>
        `${address} has ${hasCode ? (codeHash ?? 'code') : 'no code'}` +
        `${implementationHash === undefined ? '' : `, delegates to ${implementationHash}`}` +
        `${isToken ? ', is a token' : ''}`,
    ),
  ];
}

type Refusal = Extract<SimulationTestimony, { kind: 'fails' | 'silent' }>;

/** What the first endpoint of a host says that answers. */
async function testify<Known extends Endpoint, Answer>(
  host: readonly Known[],
  ask: (endpoint: Known) => Promise<Answer>,
): Promise<Answer | Refusal> {
  let silence: Refusal | undefined;
  for (const endpoint of host) {
    try {
      const result = await askOne(endpoint, ask);
      if (result.ok) return result.value;
      silence ??= { host: endpoint.host, kind: 'silent', fault: result.fault };
    } catch (error) {
      if (!(error instanceof FerrymanError)) throw error;
      // It could not tell: its own state kept changing.
      if (error.code === 'SIMULATION_UNSETTLED')
        return { host: endpoint.host, kind: 'silent', fault: error };
      return { host: endpoint.host, kind: 'fails', error };
    }
  }
  if (silence === undefined) throw new FerrymanError('INTERNAL', 'a host has no endpoint');
  return silence;
}
