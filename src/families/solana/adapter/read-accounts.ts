import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type Account, accounts as answer } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** The limit of `getMultipleAccounts`. */
const maxAccounts = 100;

export interface AccountsAtSlot {
  slot: bigint;
  accounts: ReadonlyMap<string, Account | undefined>;
}

/**
 * Reads all accounts in one request, and so from one state. Throws `SIMULATION_UNREADABLE` for more
 * accounts than an endpoint accepts.
 */
export async function readAccounts(
  endpoint: Endpoint,
  addresses: Iterable<string>,
): Promise<AccountsAtSlot> {
  const distinct = [...new Set(addresses)];
  if (distinct.length > maxAccounts) {
    throw new FerrymanError(
      'SIMULATION_UNREADABLE',
      `the transaction uses ${distinct.length} accounts, and ${maxAccounts} can be read at once`,
    );
  }
  const params = [distinct, { commitment: 'confirmed', encoding: 'base64' }];
  const { context, value } = await endpoint.read('getMultipleAccounts', params, answer);
  if (value.length !== distinct.length) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} returned ${value.length} accounts instead of ${distinct.length}`,
    );
  }
  return {
    slot: context.slot,
    accounts: new Map(distinct.map((address, index) => [address, value[index] ?? undefined])),
  };
}
