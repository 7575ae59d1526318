import { findChain } from '../core/registry/find-chain.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Members of a comma-separated list. */
export function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** Names of chains, from any name that Ferryman knows them by; others as they are. */
export function chainsOf(text: string): string[] {
  return listOf(text).map((name) => findChain(name) ?? name);
}

/** @returns ISO 8601 in UTC. Throws `INVALID_REQUEST`, which names the option. */
export function parseTime(text: string, option: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new FerrymanError(
    'INVALID_REQUEST',
    `${option} is no time: ${text}; write one such as 2027-01-31T12:00:00Z`,
  );
}
