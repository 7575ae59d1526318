import type { Cap } from '../caps/cap.ts';
import type { Chain } from '../swap/chains.ts';
import { hostnameOf } from '../text/hostname.ts';
import { describeIdentity, type NetworkStanding } from './judge-network.ts';

/** What must hold before Ferryman signs on a real network. The codes are public. */
const gateConditions = [
  'NETWORK_PROVEN',
  'SERVER_FORM',
  'CAPS',
  'PRICES',
  'TWO_HOSTS',
  'SEPARATE_SIGNER',
  'CLOCK',
  'WALLETS',
] as const;
type GateCondition = (typeof gateConditions)[number];

/** A risk that an operator may accept by this name instead of meeting a condition. */
export const acceptableRisks = ['keys-beside-workers'] as const;
export type AcceptedRisk = (typeof acceptableRisks)[number];

/** One condition that does not hold. */
export interface GateFault {
  condition: GateCondition;
  /** What is missing. */
  message: string;
  /** What to do about it. */
  fix: string;
}

/** What is known of a chain and of the process that would sign on it. */
export interface GateFacts {
  chain: Chain;
  standing: NetworkStanding;
  /** Where journal and queue are: in the data folder, or on servers. `none`: a signer of its own. */
  journal: 'embedded' | 'server' | 'none';
  queue: 'embedded' | 'server' | 'none';
  caps: readonly Cap[];
  /** Tokens of the chain for which the policy names a price source (G07). */
  pricedTokens: number;
  /** Of the endpoints, with or without ports. */
  hosts: readonly string[];
  /** The signer is a process of its own, behind a socket. */
  hasSeparateSigner: boolean;
  acceptedRisks: readonly AcceptedRisk[];
  clock: ClockReading;
  wallets: readonly WalletReading[];
}

/** How far this machine's clock is from what others show, in milliseconds. */
export type ClockReading =
  | { kind: 'unknown' }
  | { kind: 'read'; host: string; atLeastOffMs: number };

/** A wallet of the chain's family. `fault`: why it is not for this network. */
export interface WalletReading {
  name: string;
  fault?: string;
}

/** The clock may be wrong by so many milliseconds. */
const maxClockErrorMs = 1_000;

/** What is missing, all at once, in the order of `gateConditions`. An exempt network needs nothing. */
export function findGateFaults(facts: GateFacts): GateFault[] {
  if (facts.standing.kind === 'exempt') return [];
  return gateConditions.flatMap((condition) => {
    const fault = checks[condition](facts);
    return fault ? [{ condition, ...fault }] : [];
  });
}

/** No endpoint has answered. */
export function networkUnproven(chain: string): GateFault {
  return {
    condition: 'NETWORK_PROVEN',
    message: `no endpoint of ${chain} has shown which network it serves`,
    fix: `Check that the endpoints in chains.${chain}.rpcUrls can be reached from here.`,
  };
}

type Check = (facts: GateFacts) => Omit<GateFault, 'condition'> | undefined;

const checks: Readonly<Record<GateCondition, Check>> = {
  NETWORK_PROVEN({ chain: { name }, standing }) {
    switch (standing.kind) {
      case 'exempt':
      case 'real':
        return undefined;
      case 'unproven':
        return networkUnproven(name);
      case 'contradicted':
        return {
          message: `${standing.host} serves ${describeIdentity(standing.shown)}, but ${name} is expected to be ${describeIdentity(standing.expected)}`,
          fix: `Remove the endpoint from chains.${name}.rpcUrls, or correct the network that chains.${name} names.`,
        };
    }
  },
  SERVER_FORM({ journal, queue }) {
    const embedded = [
      ...(journal === 'embedded' ? ['journal'] : []),
      ...(queue === 'embedded' ? ['queue'] : []),
    ];
    if (embedded.length === 0) return undefined;
    return {
      message: `the ${embedded.join(' and the ')} ${embedded.length > 1 ? 'are' : 'is'} embedded, and an embedded journal does not survive a power cut`,
      fix: 'Set DATABASE_URL to a Postgres server with fsync and synchronous_commit on, and REDIS_URL to a Redis server.',
    };
  },
  CAPS({ chain: { name }, caps }) {
    if (caps.some((cap) => boundsChain(cap, name))) return undefined;
    return {
      message: `no cap above zero in the guard’s policy bounds every payment on ${name}`,
      fix: `Add a cap in \`usd\` to \`caps\` of the guard’s policy, without a wallet, token, provider or rule, for ${name} or for all chains.`,
    };
  },
  PRICES({ chain: { name }, pricedTokens }) {
    if (pricedTokens > 0) return undefined;
    return {
      message: `the guard’s policy names no price source for any token of ${name}`,
      fix: `Name the tokens that are swapped on ${name}, with their sources, in \`prices.tokens\` of the guard’s policy.`,
    };
  },
  TWO_HOSTS({ chain: { name }, hosts }) {
    const names = new Set(hosts.map(hostnameOf));
    if (names.size > 1) return undefined;
    return {
      message: `${name} has endpoints of one host only, which alone would decide what happened`,
      fix: `Add an endpoint of another operator to chains.${name}.rpcUrls; other ports of the same host do not count.`,
    };
  },
  SEPARATE_SIGNER({ hasSeparateSigner, acceptedRisks }) {
    if (hasSeparateSigner || acceptedRisks.includes('keys-beside-workers')) return undefined;
    return {
      message: 'the keys are in the process that talks to the network and to the routing service',
      fix: 'Run `ferryman signer` as another user and set signer.socket, or accept the risk: add "keys-beside-workers" to acceptedRisks.',
    };
  },
  CLOCK({ clock }) {
    if (clock.kind === 'unknown')
      return {
        message: 'no endpoint has shown its time, so this machine’s clock cannot be checked',
        fix: 'Use endpoints that send the header `Date`, as HTTP servers do (RFC 9110).',
      };
    if (Math.abs(clock.atLeastOffMs) <= maxClockErrorMs) return undefined;
    const seconds = (Math.abs(clock.atLeastOffMs) / 1_000).toFixed(1);
    return {
      message: `this machine’s clock is at least ${seconds} s ${clock.atLeastOffMs > 0 ? 'behind' : 'ahead of'} that of ${clock.host}`,
      fix: 'Synchronize the clock (`timedatectl set-ntp true`, or chrony).',
    };
  },
  WALLETS({ chain: { name, family }, wallets }) {
    const [other] = wallets.filter(({ fault }) => fault !== undefined);
    if (other)
      return {
        message: `the wallet ${other.name} is not for the network of ${name}: ${other.fault}`,
        fix: `Make a wallet for this network (\`ferryman wallet create <name> --family ${family}\`), and move the keystore of ${other.name} out of the data folder.`,
      };
    if (wallets.length > 0) return undefined;
    return {
      message: `there is no wallet of the family ${family}`,
      fix: `Make one for this network: \`ferryman wallet create <name> --family ${family}\`. With a signer of its own, do that as the signer’s user: the key stays there.`,
    };
  },
};

/** Whether a cap bounds each payment on the chain, to more than nothing. */
function boundsChain(cap: Cap, name: string): boolean {
  const { wallet, chain, token, provider, rule, each, bound } = cap;
  const isOfAll = [wallet, token, provider, rule].every((one) => one === undefined);
  // What no rule asks for is none of a cap for each rule.
  return (
    isOfAll && each !== 'rule' && (chain === undefined || chain === name) && isAboveZero(bound)
  );
}

function isAboveZero(bound: Cap['bound']): boolean {
  switch (bound.unit) {
    case 'usd':
      return bound.usdE18 > 0n;
    case 'amount':
      return /[1-9]/.test(bound.amount);
    case 'count':
      // A number of payments bounds no money.
      return false;
  }
}
