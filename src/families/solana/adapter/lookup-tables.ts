import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { LookupTable } from '../../../ports/solana-simulation.ts';
import type { Account } from './answers.ts';
import { littleEndian } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { lookupTableProgram } from './programs.ts';
import { readAccounts } from './read-accounts.ts';
import { addressAt } from './token-layouts.ts';
import type { WireMessage } from './wire-transaction.ts';

/**
 * Bytes before the addresses: kind (4), slot of the deactivation (8) and of the last extension (8),
 * its first entry (1), whether there is an authority (1), the authority (32), padding
 * (solana.com/docs, address lookup tables).
 */
const headerLength = 56;
const isTable = 1n;
const neverDeactivated = 0xffff_ffff_ffff_ffffn;

/**
 * Reads the message's lookup tables from the endpoint. Tables are append-only.
 */
export async function readLookupTables(
  endpoint: Endpoint,
  { lookups }: WireMessage,
): Promise<ReadonlyMap<string, LookupTable>> {
  if (lookups.length === 0) return new Map();
  const { accounts } = await readAccounts(
    endpoint,
    lookups.map(({ table }) => table),
  );
  return new Map(
    [...accounts].flatMap(([address, account]) => {
      const table = parseLookupTable(account);
      return table ? [[address, table] as const] : [];
    }),
  );
}

/**
 * The addresses that the message loads from tables. Throws the retryable `RPC_UNAVAILABLE` for a
 * missing entry, because services extend tables right before a transaction and the endpoint may
 * lag.
 */
export function loadedAddresses(
  { host }: Pick<Endpoint, 'host'>,
  { lookups }: WireMessage,
  tables: ReadonlyMap<string, LookupTable>,
): { writable: string[]; readonly: string[] } {
  const load = (table: string, indexes: readonly number[]): string[] =>
    indexes.map((index) => {
      const address = tables.get(table)?.addresses[index];
      if (address !== undefined) return address;
      throw new FerrymanError(
        'RPC_UNAVAILABLE',
        `${host} does not have entry ${index} of the lookup table ${table} yet`,
        {
          details: { host },
        },
      );
    });
  return {
    writable: lookups.flatMap(({ table, writable }) => load(table, writable)),
    readonly: lookups.flatMap(({ table, readonly }) => load(table, readonly)),
  };
}

export function parseLookupTable(account: Account | undefined): LookupTable | undefined {
  if (account?.owner !== lookupTableProgram) return undefined;
  const { data } = account;
  if (data.length < headerLength || littleEndian(data.subarray(0, 4)) !== isTable) return undefined;
  const count = Math.floor((data.length - headerLength) / 32);
  return {
    addresses: Array.from({ length: count }, (_, index) =>
      addressAt(data, headerLength + index * 32),
    ),
    isActive: littleEndian(data.subarray(4, 12)) === neverDeactivated,
    canGrow: data[21] !== 0,
    lastExtended: littleEndian(data.subarray(12, 20)),
  };
}
