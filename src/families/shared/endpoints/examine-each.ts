import { FerrymanError, toFerrymanError } from '../../../errors/ferryman-error.ts';
import type { EndpointFinding, EndpointNeed } from '../../../ports/endpoint-examination.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/** Tries one thing that Ferryman needs. */
export interface Probe<Known extends Endpoint> {
  need: EndpointNeed;
  /** How much is lost without it. */
  without: 'limited' | 'missing';
  /** What Ferryman cannot do without it. */
  purpose: string;
  fix: string;
  /** Says what was found. Throws `missing` or the endpoint's fault if it is not there. */
  run(endpoint: Known): Promise<string | Lesser>;
}

/** What a probe finds that is there, but gives less than it should. */
interface Lesser {
  limited: string;
}

/** Milliseconds by which Ferryman looks back for payouts and lost transactions. */
export const lookBackMs = 86_400_000;

/** The block of that time ago, by the chain's block time. */
export function lookBackFrom(latest: bigint, { blockTimeMs }: { blockTimeMs: number }): bigint {
  const blocks = BigInt(Math.ceil(lookBackMs / blockTimeMs));
  return latest > blocks ? latest - blocks : 0n;
}

/** What a probe throws that has an answer, but not the needed one. */
export function missing(message: string): FerrymanError {
  return new FerrymanError('RPC_UNSUPPORTED', message);
}

/** Runs every probe on every endpoint, one after the other: a burst of them would itself be limited. */
export async function examineEach<Known extends Endpoint>(
  { all }: Pick<Endpoints<Known>, 'all'>,
  probes: readonly Probe<Known>[],
): Promise<EndpointFinding[]> {
  const found = await Promise.all(
    all.map(async (endpoint) => {
      const findings: EndpointFinding[] = [];
      for (const probe of probes) {
        findings.push(await examine(endpoint, probe));
        // An endpoint that answers nothing would fail each of the others for the same reason.
        if (probe.need === 'HEAD' && findings.at(-1)?.status === 'missing') break;
      }
      return findings;
    }),
  );
  return found.flat();
}

async function examine<Known extends Endpoint>(
  endpoint: Known,
  { need, without, purpose, fix, run }: Probe<Known>,
): Promise<EndpointFinding> {
  const { host } = endpoint;
  const lacking = (status: Probe<Known>['without'], what: string): EndpointFinding => {
    return { host, need, status, message: `${what}. Needed to ${purpose}`, fix };
  };
  try {
    const found = await run(endpoint);
    if (typeof found !== 'string') return lacking('limited', found.limited);
    return { host, need, status: 'met', message: found };
  } catch (cause) {
    return lacking(without, toFerrymanError(cause).message);
  }
}

/** That it serves the configured network, and how old its newest block is. */
export function headProbe<Known extends Endpoint>(
  readHead: (endpoint: Known) => Promise<{ latest: bigint }>,
): Probe<Known> {
  return {
    need: 'HEAD',
    without: 'missing',
    purpose: 'do anything on the chain',
    fix: 'Check the URL, the key in it, and that the node serves this network and keeps up with it.',
    async run(endpoint) {
      await endpoint.verify();
      const { latest } = await readHead(endpoint);
      const age = endpoint.facts.head?.age;
      return age === undefined
        ? `its newest block is ${latest}`
        : `its newest block, ${latest}, is ${Math.max(0, Math.round(age / 1_000))} s old`;
    },
  };
}

/** Requests at the same moment: about what one swap with its observation sends. */
const burst = 20;

/** Services hide their limits in answers with the status 200. */
export function rateProbe<Known extends Endpoint>(
  ask: (endpoint: Known) => Promise<unknown>,
): Probe<Known> {
  return {
    need: 'RATE',
    without: 'limited',
    purpose: 'follow several swaps at a time',
    fix: 'Use a plan that allows more requests per second, or another endpoint in front of this one.',
    async run(endpoint) {
      const answers = await Promise.allSettled(Array.from({ length: burst }, () => ask(endpoint)));
      const refused = answers.filter((answer) => answer.status === 'rejected');
      const [first] = refused;
      if (!first) return `answers ${burst} requests at the same moment`;
      const { message } = toFerrymanError(first.reason);
      throw missing(
        `refused ${refused.length} of ${burst} requests at the same moment: ${message}`,
      );
    },
  };
}
