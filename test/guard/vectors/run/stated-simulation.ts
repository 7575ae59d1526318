import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import { namesOf, told } from './env.ts';
import { CannotBuild, type Env, requireKnown } from './vector.ts';

const failures = /timeout|5xx|error|fail|unavailable|unsupported|disagree|revert|method/i;
const honest = /^(?:clean|ok|positive|success|honest|same|agree)$/i;

interface Changes {
  /** `{role: {symbol: delta}}`, or `{symbol: delta}` of the wallet. */
  deltas?: Record<string, Record<string, string> | string>;
  approvals?: [string, string, string][];
  receiverDelta?: string;
  authority?: { account: string; what: string; before: string; after: string }[];
  postState?: Record<string, string>;
  accounts?: Record<string, string>;
}

const changes = [
  ...['deltas', 'approvals', 'receiverDelta', 'authority', 'postState', 'accounts'],
] as const;

/** What a vector says of the simulation. */
interface StatedSimulation {
  isFailed: boolean;
  /** What belongs to the wallet is gone, for one of the simulators at least. */
  drains: boolean;
  given: Changes;
  authorityChanges: SimulatedChanges['authorityChanges'];
  /** Two simulators show different changes. */
  witnesses: Pick<SimulatedChanges, 'witnesses'>;
}

/** @param account whose control a state after the simulation is about */
export function statedSimulation(env: Env, account: string): StatedSimulation {
  const first = told(env, 'simulation');
  const others = namesOf(env, 'otherSimulation').map((name) => env[name]);
  const all = [first, ...others].filter((one) => one !== undefined);
  for (const one of all) requireReadable(one);
  const words = all.filter((one) => typeof one === 'string');
  const objects = all.filter((one) => typeof one === 'object');
  const given = (typeof first === 'object' && first !== null ? first : {}) as Changes;
  const after = { ...given.postState, ...given.accounts, ...stateOf(env) };
  return {
    isFailed: words.some((word) => failures.test(word)),
    drains: words.includes('drain'),
    given,
    authorityChanges: [
      ...(given.authority ?? []),
      ...Object.entries(after).map(([what, to]) => ({
        ...{ account, what, before: 'as it was', after: `${to}` },
      })),
    ],
    witnesses: witnessesOf(objects),
  };
}

function stateOf(env: Env): Record<string, string> {
  const state = told(env, 'postState') ?? {};
  if (typeof state !== 'object' || state === null)
    throw new CannotBuild('env.postState is no object');
  return state as Record<string, string>;
}

function requireReadable(one: unknown): void {
  if (typeof one === 'string') {
    if (one === 'drain' || failures.test(one) || honest.test(one)) return;
    throw new CannotBuild(`the simulation ${one} is not known`);
  }
  if (typeof one !== 'object' || one === null) throw new CannotBuild('the simulation is not known');
  requireKnown('env.sim', one as Record<string, unknown>, changes);
}

function witnessesOf(objects: readonly unknown[]): Pick<SimulatedChanges, 'witnesses'> {
  const shown = [...new Set(objects.map((one) => JSON.stringify(one)))];
  if (shown.length < 2) return {};
  const contradiction = shown.map((shows, index) => ({ host: `node-${index}`, shows }));
  return { witnesses: { hosts: contradiction.map(({ host }) => host), contradiction } };
}
