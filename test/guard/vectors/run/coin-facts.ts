import { namesOf } from './env.ts';
import { CannotBuild, type Env } from './vector.ts';

/** What the endpoint, and the journal, know of one coin, where a vector says so. */
interface CoinFacts {
  value?: bigint;
  isWaiting?: boolean;
  isInscribed?: boolean;
  isReserved?: boolean;
}

/** By the index of the input. A fact without an index is about the first one. */
export function coinFacts(env: Env): ReadonlyMap<number, CoinFacts> {
  const facts = new Map<number, CoinFacts>();
  const add = (index: number, fact: CoinFacts): void => {
    facts.set(index, { ...facts.get(index), ...fact });
  };
  for (const name of namesOf(env, 'coins')) {
    for (const [path, value] of leavesOf(name, env[name])) {
      const index = Number(/\.(\d+)(?:\.|$)/.exec(path)?.[1] ?? 0);
      const what = path.toLowerCase().replace(/[^a-z]/g, '');
      // A list such as `reserved: [0]` names inputs.
      const isListed = /\.\d+$/.test(path) && typeof value === 'number';
      add(isListed ? value : index, factOf(what, isListed ? true : value, name));
    }
  }
  return facts;
}

function factOf(what: string, value: unknown, name: string): CoinFacts {
  if (/confirmations$/.test(what)) return { isWaiting: Number(value) === 0 };
  if (/(?:inscri|rune|rare)/.test(what)) return { isInscribed: value === true };
  if (/(?:reserved|locked)/.test(what)) return { isReserved: value === true };
  if (/(?:value|amount)$/.test(what)) return { value: BigInt(String(value)) };
  throw new CannotBuild(`env.${name} says nothing that is known of a coin`);
}

function leavesOf(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(`${path}.${name}`, inner));
}
